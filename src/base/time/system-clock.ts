import { setTimeout as delay } from "node:timers/promises";
import { onAbort } from "../on-abort.js";
import type { Clock } from "./clock.js";

/** Maximum of a timer, milliseconds: Node takes a longer one for 1 ms. */
const MOST_MS = 2 ** 31 - 1;

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  let left = ms;
  for (; left > MOST_MS; left -= MOST_MS) await delay(MOST_MS, undefined, { signal });
  await delay(left, undefined, { signal });
}

/** The system's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: createElapsed(() => Date.now()),
  async sleep(ms, signal) {
    signal?.throwIfAborted();
    const ended = new AbortController();
    const stopFollowing = signal && onAbort(signal, () => ended.abort());
    try {
      await wait(ms, ended.signal);
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    } finally {
      stopFollowing?.();
    }
  },
  after(ms, callback) {
    const ended = new AbortController();
    wait(ms, ended.signal).then(callback, () => {});
    return () => ended.abort();
  },
};

/**
 * Returns a clock that never goes back. Unlike `performance.now()`, it counts the time that the computer
 * sleeps, after which a watch is due at once.
 */
function createElapsed(now: () => number): () => number {
  let passed = 0;
  let last = now();
  return () => {
    const time = now();
    passed += Math.max(0, time - last);
    last = time;
    return passed;
  };
}
