import { UsageError } from "../../base/usage-error.js";
import { VERSION } from "../../base/version.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import type { ExitCode } from "../../command/errors/exit-codes.js";
import { exitCodeOf } from "../../command/errors/failure.js";
import { FILE, SINCE } from "../../command/kinds.js";
import type { OptionsData, OptionsOf } from "../../command/option.js";
import { parseRange } from "../../command/times.js";
import { readLimits } from "../../portfolio/positions/limits.js";
import { lookForNewFile, writeWhole } from "../../storage/named-file.js";

const DEFAULT_START = "30d";

const OPTIONS = {
  out: {
    kind: FILE,
    value: "file",
    help: "file to write, mode 0600; - for stdout (default: carry-report-<date>.html in the current directory)",
  },
  start: {
    kind: SINCE,
    value: "time",
    help: `start of what is shown over time: 2026-01-31, 7d, 2w, ... (default: ${DEFAULT_START}); settled funding goes back 30 days`,
  },
  redact: {
    kind: "flag",
    help: "show percentages of the gross notional instead of amounts, and leave out sizes, ids and names of portfolios",
  },
  force: { kind: "flag", help: "replace the file if it exists" },
} as const satisfies OptionsData;

type Options = OptionsOf<typeof OPTIONS>;

export const report = defineCommand({
  prints: "a page of HTML",
  description:
    "Write the open positions as one HTML page to look at, print and send: totals, what needs attention and why, their funding, net PnL by position, exposure by exchange, net PnL over time from the archive where there is one, what the next 7 days are likely to pay, and what the figures rest on. The page runs no script and asks for nothing; each chart is a table too",
  options: OPTIONS,
  examples: {
    "carry report": "the page of today, in the current directory",
    "carry report --redact --start 90d --out shared.html": "three months without amounts, to send",
  },
  run: (context, { options }) => run(context, options),
});

async function run(context: Context, options: Options): Promise<ExitCode | undefined> {
  const now = await context.now();
  const { out = defaultName(now), force = false, redact = false } = options;
  const { start = now } = parseRange({ start: options.start ?? DEFAULT_START }, now);
  const limits = await readLimits(context);
  if (out !== "-") checkPlace(out, force);
  await context.portfolios();
  const { look } = await context.outputOptions();
  const { collectReport } = await import("./collect.js");
  const { data, failure } = await collectReport(context, { limits, start });
  const { reportPage } = await import("../../report/page.js");
  const page = reportPage(data, { redact, zone: look.zone, made: `carry ${VERSION}` });
  context.progress.stop();
  if (out === "-") await context.io.stdout.write(page);
  else {
    if (!writeWhole(out, page, force)) throw exists(out);
    context.messages.note("REPORT_WRITTEN", `wrote ${out}`);
  }
  return exitCodeOf(failure);
}

function defaultName(now: number): string {
  return `carry-report-${new Date(now).toISOString().slice(0, 10)}.html`;
}

/**
 * Checks the path before anything is fetched.
 * @throws {UsageError} when there is something that is not to be replaced
 * @throws {StorageError} when nothing can be written there
 */
function checkPlace(path: string, force: boolean): void {
  const found = lookForNewFile(path);
  if (found === "something else") {
    throw new UsageError(`--out: ${path} is not a file`, "name a file, or - for stdout");
  }
  if (found === "a file" && !force) throw exists(path);
}

function exists(path: string): UsageError {
  return new UsageError(
    `--out: ${path} exists, and is left as it is`,
    "add --force to replace it, or name another file with --out <file>",
  );
}
