import { setTimeout as delay } from "node:timers/promises";
import { onAbort } from "../functions.js";

/** Source of time. */
export interface Clock {
  /** Time of day, milliseconds since the epoch: for dates, ages and what is due. May be a sandbox's. */
  now(): number;
  /**
   * Milliseconds of real time since an arbitrary moment; never goes back. For time limits, waits and
   * durations, which go on while the time of day of a sandbox stands.
   */
  elapsed(): number;
  /** Returns the computer's time of day, where {@link now} is that of a sandbox; absent elsewhere. */
  readonly ofComputer?: () => number;
  /** Waits `ms` milliseconds; rejects with the signal's reason if it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls back after `ms` milliseconds. Returns a function that cancels this. */
  after(ms: number, callback: () => void): () => void;
}

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
