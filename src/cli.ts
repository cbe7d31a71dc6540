import { exitCodeOfSignal } from "./exit-codes.js";
import { run } from "./program.js";
import { processIo } from "./terminal/process-io.js";

/** Runs `carry` as this process. */
export async function main(): Promise<void> {
  const io = processIo((name) => process.exit(exitCodeOfSignal(name)));
  // What nobody caught is told like every other failure, instead of as a stack trace; once, since
  // telling may fail too, for example when an upgrade has replaced the files of this program.
  process.once("uncaughtException", async (error) => {
    const { reportFailure } = await import("./report.js");
    process.exit(await reportFailure(error, io, false));
  });
  process.exit(await run(process.argv.slice(2), io));
}
