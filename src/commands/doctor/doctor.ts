import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import type { ExitCode } from "../../command/errors/exit-codes.js";
import { asItem, tell } from "../../command/print.js";
import type { OutputOptions } from "../../output/formats/format.js";
import type { Look } from "../../output/text/look.js";
import { checksView, renderCheck } from "../../views/doctor.js";
import { type Finding, rowOf, skip } from "./finding.js";
import { checkNetwork } from "./network-checks.js";
import { checkPlace } from "./place-checks.js";
import { checkService } from "./service-checks.js";
import { checkSetup } from "./setup-checks.js";

export const doctor = defineCommand({
  description:
    "Check configuration, key, network, service and terminal, one line each with a hint where something is wrong. Exits with what the first thing that fails stands for (see carry help exit-codes), and 0 when all is well; warnings are no failure. The answer holds nothing secret",
  columns: () => checksView.columns.map(({ key }) => key),
  examples: [
    { line: "carry doctor", what: "what is wrong" },
    { line: "carry doctor -o json", what: "the same for a support ticket" },
  ],
  async run(context) {
    // A profile that cannot be read is a finding, not the end.
    const sources = await context.sources().catch(() => context.sourcesWithoutProfile());
    const options = await context.outputOptions(sources);
    let exitCode: ExitCode | undefined;
    const { redact } = context.io.secrets;
    const withoutSecrets = ({ detail, hint, ...rest }: Finding): Finding => ({
      ...rest,
      detail: redact(detail),
      hint: hint && redact(hint),
    });
    const noting = async function* () {
      for await (const finding of examine(context, options.look)) {
        exitCode ??= finding.exitCode;
        yield withoutSecrets(finding);
      }
    };
    await print(context, noting(), options);
    return exitCode;
  },
});

/** Looks at one thing after the other; what rests on something broken is left out. */
async function* examine(context: Context, look: Look): AsyncGenerator<Finding> {
  const setup = yield* checkSetup(context);
  if (setup.baseUrl === undefined) {
    yield skip("network, service", "not looked at: there is no base URL to use");
  } else {
    yield* checkNetwork(context, setup.baseUrl, setup.timeoutMs);
    yield* checkService(context, setup);
  }
  yield* checkPlace(context.io, look);
}

/** Lines as they come for a person, rows for a program. */
async function print(
  context: Context,
  findings: AsyncGenerator<Finding>,
  options: OutputOptions,
): Promise<void> {
  const { format, columns, sort, look } = options;
  if (!format.isLaidOut || columns !== undefined || sort !== undefined) {
    const { createPrinter } = await import("../../output/formats/printer.js");
    const printer = createPrinter(context.io, options, context.progress, context.messages.warning);
    tell(context, await printer.list(pagesOf(findings), checksView));
    return;
  }
  for await (const finding of findings) {
    await context.io.stdout.write(await renderCheck(rowOf(finding), look));
  }
}

async function* pagesOf(findings: AsyncGenerator<Finding>) {
  for await (const finding of findings) {
    yield [asItem(rowOf(finding))];
  }
}
