import { DAY_MS } from "../base/periods.js";

/** However often a round has failed, it is tried again after this long, or after the interval. */
const LONGEST_WAIT_MS = 300_000;

/** A longer `Retry-After` is taken for a mistake. */
const LONGEST_RETRY_AFTER_MS = DAY_MS;

/**
 * How long to wait for the next round: the interval, doubled with each further failure in a row,
 * and never less than the service asks for.
 * @param failures how many rounds have failed in a row
 * @param retryAfter seconds
 * @returns milliseconds
 */
export function waitForNextRound(
  intervalMs: number,
  failures: number,
  retryAfter: number | undefined,
): number {
  const longest = Math.max(intervalMs, LONGEST_WAIT_MS);
  const wait = Math.min(longest, intervalMs * 2 ** Math.max(0, failures - 1));
  return Math.max(wait, retryAfterMs(retryAfter));
}

/** What the service asks for, in milliseconds; 0 when it asks for nothing. */
export function retryAfterMs(seconds: number | undefined): number {
  return Math.min(LONGEST_RETRY_AFTER_MS, (seconds ?? 0) * 1000);
}
