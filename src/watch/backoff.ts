import { DAY_MS } from "../base/periods.js";

/** However often a round has failed, it is tried again after this long, or after the interval. */
const LONGEST_WAIT_MS = 300_000;

/** A round that failed once is tried again after this long, or after the interval if it is shorter. */
const FIRST_WAIT_MS = 30_000;

/** A longer `Retry-After` is taken for a mistake. */
const LONGEST_RETRY_AFTER_MS = DAY_MS;

/** The service is not asked more often than this, neither by a key that is kept pressed. */
export const SHORTEST_GAP_MS = 1_000;

/** A round that failed. */
export interface FailedRound {
  /** Seconds after which the service asks to come back. */
  readonly retryAfter: number | undefined;
  /** How long it took, milliseconds. */
  readonly tookMs: number;
}

/**
 * Returns how long to wait for the next round, which is the retry: the interval or half a minute,
 * whichever is shorter, doubled with each further failure in a row. It is counted from the beginning
 * of the round that failed, and is never less than the service asks for.
 * @param failures how many rounds have failed in a row
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

/** What the service asks for, in milliseconds; 0 when it asks for nothing. */
export function retryAfterMs(seconds: number | undefined): number {
  return Math.min(LONGEST_RETRY_AFTER_MS, (seconds ?? 0) * 1000);
}
