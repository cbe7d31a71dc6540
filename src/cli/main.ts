import { exitCodeOfSignal } from "../command/errors/exit-codes.js";
import { endProcess, isHangUp } from "../terminal/exit.js";
import { processIo } from "../terminal/process-io.js";
import { run } from "./run-line.js";

/** Runs `carry` as this process. */
export async function main(): Promise<void> {
  const io = processIo((name) => endProcess(exitCodeOfSignal(name)));
  // Reports an uncaught error like any other failure instead of as a stack trace. Only once, since
  // the report may fail too, for example when an upgrade has replaced the files of this program.
  process.once("uncaughtException", async (error) => {
    if (isHangUp(error)) endProcess(exitCodeOfSignal("SIGHUP")); // no terminal to report to
    const { reportFailure } = await import("../command/errors/report.js");
    endProcess(await reportFailure(error, io, false));
  });
  endProcess(await run(process.argv.slice(2), io));
}
