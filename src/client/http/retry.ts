import { MINUTE_MS } from "../../base/periods.js";

/** Statuses after which the same GET may succeed. */
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** First back-off; doubles with each attempt up to {@link MAX_BACKOFF_MS}. */
const BASE_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 8_000;

/** A `Retry-After` longer than this is not waited for: the caller is told when to come back. */
export const MAX_RETRY_AFTER_MS = MINUTE_MS;

/**
 * Nothing is tried again later than this after the first try began, whatever `--retries` says: it
 * is what the defaults can come to, four tries of 30 seconds and three waits of 60.
 */
export const MAX_RETRY_TIME_MS = 300_000;

export function isRetryableStatus(status: number): boolean {
  return RETRYABLE_STATUSES.has(status);
}

/**
 * How long to wait before the next attempt: exponential back-off with full jitter.
 * @param attempt how many attempts have failed, from 1
 * @param random a number from 0 to 1
 * @returns milliseconds
 * Source: Marc Brooker, "Exponential Backoff And Jitter" (AWS Architecture Blog, 2015).
 */
export function backoff(attempt: number, random: number): number {
  return random * Math.min(MAX_BACKOFF_MS, BASE_BACKOFF_MS * 2 ** (attempt - 1));
}

/**
 * Reads a `Retry-After` header (RFC 9110, 10.2.3): seconds or an HTTP date.
 * @returns milliseconds from now, at least 0; undefined when it is absent or means nothing
 */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Za-z]{3}/.test(text)) return undefined;
  // The oldest of the three forms (RFC 9110, 5.6.7) names no zone, and means GMT as well.
  const date = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
