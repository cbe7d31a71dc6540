import { createFile, lookForNewFile, replaceFile } from "../../base/storage/write-file.js";
import { UsageError } from "../../base/usage-error.js";
import { VERSION } from "../../base/version.js";
import { defineCommand } from "../../run/define.js";
import { exitCodeOf } from "../../run/errors/kinds.js";
import { FILE } from "../../run/kinds.js";

export const report = defineCommand({
  prints: "a page of HTML",
  description:
    "Write the open positions as one HTML page to look at, print and send: what status, list and pnl say, and what the figures rest on. The page runs no script and asks for nothing; each chart is a table too",
  options: {
    out: {
      kind: FILE,
      value: "file",
      help: "file to write, mode 0600; - for stdout (default: carry-report-<date>.html in the current directory)",
    },
    force: { kind: "flag", help: "replace the file if it exists" },
    redact: {
      kind: "flag",
      help: "show percentages of the gross notional instead of amounts, and leave out ids and names of portfolios",
    },
  },
  examples: {
    "carry report": "the page of today, in the current directory",
    "carry report --redact --out shared.html": "without amounts, to send",
  },
  async run(context, { options }) {
    const now = await context.now();
    const { out = defaultName(now), force = false, redact = false } = options;
    if (out !== "-") checkPlace(out, force);
    const { look } = await context.outputOptions();
    const { collectReport } = await import("./collect.js");
    const { data, failure } = await collectReport(context, redact);
    const { reportPage } = await import("../../serve/report/page.js");
    const page = await reportPage(data, { redact, zone: look.zone, made: `carry ${VERSION}` });
    context.progress.stop();
    if (out === "-") await context.io.stdout.write(page);
    else {
      if (force) replaceFile(out, page);
      else if (!createFile(out, page)) throw exists(out);
      context.messages.note("REPORT_WRITTEN", `wrote ${out}`);
    }
    return exitCodeOf(failure);
  },
});

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
