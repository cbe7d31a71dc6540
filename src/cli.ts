import { run } from "./program.js";
import { processIo } from "./terminal/process-io.js";

/** Runs `carry` as this process. */
export async function main(): Promise<void> {
  const io = processIo();
  const code = await run(process.argv.slice(2), io);
  process.exit(code);
}
