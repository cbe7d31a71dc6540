import { setTimeout as delay } from "node:timers/promises";
import { onAbort } from "../on-abort.js";
import type { Clock } from "./clock.js";

/** The system's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: createElapsed(() => Date.now()),
  async sleep(ms, signal) {
    signal?.throwIfAborted();
    const ended = new AbortController();
    const stopFollowing = signal && onAbort(signal, () => ended.abort());
    try {
      await delay(ms, undefined, { signal: ended.signal });
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    } finally {
      stopFollowing?.();
    }
  },
  after(ms, callback) {
    const ended = new AbortController();
    delay(ms, undefined, { signal: ended.signal }).then(callback, () => {});
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
