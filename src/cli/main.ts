import { endProcess, isHangUp } from "../base/terminal/exit.js";
import type { Sink } from "../base/terminal/io.js";
import { processIo } from "../base/terminal/process-io.js";
import { tuneV8 } from "../base/terminal/v8.js";
import { wantsJsonErrors } from "../run/common-options.js";
import { SIGNAL_CODES } from "../run/errors/exit-codes.js";
import { run } from "./run-line.js";

/** Runs `carry` as this process. */
export async function main(): Promise<void> {
  const argv = process.argv.slice(2);
  const io = processIo((name) => endProcess(SIGNAL_CODES[name]));
  // Reports an uncaught error like any other failure instead of as a stack trace. Only once, since
  // the report may fail too, for example when an upgrade has replaced the files of this program.
  process.once("uncaughtException", async (error) => {
    if (isHangUp(error)) endProcess(SIGNAL_CODES.SIGHUP); // no terminal to report to
    const { reportFailure } = await import("../run/errors/report.js");
    endProcess(await reportFailure(error, io, wantsJsonErrors(argv, io.env)));
  });
  // A question waits for ever once its input has ended (Ctrl-D), and Node leaves with 0 when nothing else
  // is left to wait for. It is cancelled instead, as by Ctrl-C.
  process.once("beforeExit", () => process.emit("SIGINT", "SIGINT"));
  if (wantsJsonErrors(argv, io.env)) writeNodeWarningsAsJson(io.stderr);
  await tuneV8();
  endProcess(await run(argv, io));
}

/** Replaces Node's own listener, which writes text that a program cannot parse. */
function writeNodeWarningsAsJson(stderr: Sink): void {
  process.removeAllListeners("warning");
  process.on("warning", async ({ name, message }) => {
    const { jsonLine } = await import("../output/text/messages.js");
    await stderr.write(jsonLine({ warning: { code: "NODE", message: `${name}: ${message}` } }));
  });
}
