import { DAY_MS } from "../base/time/periods.js";

/** Maximum wait after failed rounds, unless the interval is longer. */
const LONGEST_WAIT_MS = 300_000;

/** Wait after the first failed round, unless the interval is shorter. */
const FIRST_WAIT_MS = 30_000;

/** Maximum accepted `Retry-After`; a longer one is assumed to be a mistake. */
const LONGEST_RETRY_AFTER_MS = DAY_MS;

/** Minimum time between rounds, also while a key is kept pressed. */
export const SHORTEST_GAP_MS = 1_000;

/** A failed round. */
export interface FailedRound {
  /** `Retry-After` of the service in seconds. */
  readonly retryAfter: number | undefined;
  /** Duration of the round in milliseconds. */
  readonly tookMs: number;
}

/**
 * Returns the wait before the next round, which is the retry: the interval or half a minute, whichever
 * is shorter, doubled with each further failure in a row. It is counted from the start of the failed
 * round, and is never shorter than `Retry-After`.
 * @param failures number of rounds that failed in a row
 * @returns milliseconds
 */
export function waitForNextRound(
  intervalMs: number,
  failures: number,
  { retryAfter, tookMs }: FailedRound,
): number {
  const first = Math.min(intervalMs, FIRST_WAIT_MS);
  const longest = Math.max(intervalMs, LONGEST_WAIT_MS);
  const wait = Math.min(longest, first * 2 ** Math.max(0, failures - 1));
  return Math.max(SHORTEST_GAP_MS, wait - tookMs, retryAfterMs(retryAfter));
}

/** Returns `Retry-After` in milliseconds, limited to a day; 0 without one. */
export function retryAfterMs(seconds: number | undefined): number {
  return Math.min(LONGEST_RETRY_AFTER_MS, (seconds ?? 0) * 1000);
}
