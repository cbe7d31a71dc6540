import { describeFailure } from "./failures.js";
import { run } from "./program.js";
import { reportFailure } from "./report.js";
import { Interrupted, type Io } from "./terminal/io.js";
import { processIo } from "./terminal/process-io.js";

/** Runs `carry` as this process. */
export async function main(): Promise<void> {
  const io = processIo((name) => process.exit(describeFailure(new Interrupted(name)).exitCode));
  process.on("uncaughtException", (error) => endWith(error, io));
  const code = await run(process.argv.slice(2), io);
  process.exit(code);
}

/** What nobody caught is told like every other failure, instead of as a stack trace. */
async function endWith(error: unknown, io: Io): Promise<void> {
  const failure = describeFailure(error);
  await reportFailure(failure, error, io, false);
  process.exit(failure.exitCode);
}
