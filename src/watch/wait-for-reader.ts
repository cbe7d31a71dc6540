import { BrokenPipeError, type Io } from "../terminal/io.js";

const LOOK_EVERY_MS = 1_000;

/**
 * Waits while stdout has a reader, as far as that is known.
 * @throws {BrokenPipeError} when the reader is gone, and the signal's reason
 */
export async function waitWhileRead({ clock, signal, stdout }: Io, ms: number): Promise<void> {
  if (stdout.readerIsGone === undefined) return clock.sleep(ms, signal);
  for (let left = ms; left > 0; left -= LOOK_EVERY_MS) {
    await clock.sleep(Math.min(left, LOOK_EVERY_MS), signal);
    if (stdout.readerIsGone()) throw new BrokenPipeError("the reader of stdout has gone away");
  }
}
