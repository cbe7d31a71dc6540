import { dataDirectory } from "../../base/storage/places.js";
import { dueArchive, dueText } from "../../book/archive.js";
import { counted } from "../../output/text/words.js";
import type { Context } from "../../run/context.js";
import { defineCommand } from "../../run/define.js";
import { ExitCode } from "../../run/errors/exit-codes.js";
import { asItem, printNext, printNotes } from "../../run/print.js";
import { checksView, type Finding, failed, lineOf, ok, skip, warn } from "./finding.js";
import { checkService } from "./service-checks.js";
import { checkSetup } from "./setup-checks.js";

/** Checks that the archive can be read and is synced in time; having none of this service is not a fault. */
async function checkArchive(context: Context): Promise<Finding> {
  const check = "archive";
  try {
    const found = await dueArchive(context, await context.now());
    if (found === undefined) return skip(check, "there is none", "`carry archive sync` creates it");
    if (found.due.length > 0) return warn(check, dueText(found), "run `carry archive sync`");
    return ok(check, `${counted(found.markets, "market")} in ${found.where}, synced in time`);
  } catch (error) {
    const isSet = (await context.setting("archive").catch(() => "")) !== undefined;
    const hasPlace = isSet || dataDirectory(context.io.env, process.platform) !== undefined;
    const { kind, message } = context.failureOf(error);
    if (kind === "archive_origin") return skip(check, message);
    if (!hasPlace) return skip(check, "no place is set for one");
    return failed(context, check, error);
  }
}

export const doctor = defineCommand({
  description:
    "Check what carry needs to work: configuration, key, service and archive, one line each, with a hint for each problem. The exit code is that of the first failed check (see carry help exit-codes), or 0 if none failed; warnings do not count. The output contains no secrets",
  views: () => [checksView],
  examples: {
    "carry doctor": "find out what is wrong",
    "carry doctor -o json": "the same for a support ticket",
  },
  async run(context) {
    let exitCode: ExitCode | undefined;
    const { redact } = context.io.secrets;
    const noting = async function* () {
      for await (const { detail, hint, ...rest } of examine(context)) {
        exitCode ??= rest.exitCode;
        yield { ...rest, detail: redact(detail), hint: hint && redact(hint) };
      }
    };
    await print(context, noting());
    const isToLogIn = exitCode === ExitCode.keyRefused;
    const next = exitCode === undefined ? [["status"]] : isToLogIn ? [["auth", "login"]] : [];
    await printNext(context, next).catch(() => {}); // the profile may be unreadable
    return exitCode;
  },
});

/** Runs the checks in order; those that depend on a failed one are skipped. */
async function* examine(context: Context): AsyncGenerator<Finding> {
  const setup = yield* checkSetup(context);
  if (setup.hasBaseUrl) yield* checkService(context, setup);
  else yield skip("service", "not checked: there is no valid base URL");
  yield await checkArchive(context);
}

/** Prints lines as they arrive for people, rows for programs. */
async function print(context: Context, findings: AsyncGenerator<Finding>): Promise<void> {
  // An unreadable profile is a finding, not an error.
  const sources = await context.sources().catch(() => context.sourcesWithoutProfile());
  const options = await context.outputOptions(sources);
  const { format, columns, sort, look } = options;
  if (!format.isLaidOut || columns !== undefined || sort !== undefined) {
    const { createPrinter } = await import("../../output/formats/printer.js");
    const printer = createPrinter(context.io, options, context.progress, context.messages.warning);
    printNotes(context, await printer.list(pagesOf(findings), checksView));
    return;
  }
  for await (const finding of findings) {
    await context.io.stdout.write(await lineOf(finding, look));
  }
}

async function* pagesOf(findings: AsyncGenerator<Finding>) {
  for await (const { exitCode: _, ...row } of findings) yield [asItem(row)];
}
