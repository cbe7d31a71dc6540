import { MINUTE_MS } from "../../base/time/periods.js";

/**
 * An answer of any status. The body of a 2xx answer is complete and decompressed; otherwise it is
 * what could be read of its first 64 kB.
 */
export interface HttpAnswer {
  /** HTTP status. */
  readonly status: number;
  /** Lower-case names; values of repeated headers are joined with ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Final URL, after redirects. */
  readonly url: URL;
}

/** Reports whether a status is 2xx. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Reports whether a status is that of a redirect. */
export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/** Statuses after which the same request may succeed. */
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** First back-off, milliseconds; doubles with each attempt up to {@link MAX_BACKOFF_MS}. */
const BASE_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 8_000;

/** Longest `Retry-After` that is waited for, milliseconds; a longer one is an error. */
export const MAX_RETRY_AFTER_MS = MINUTE_MS;

/** Maximum time from the first attempt to the start of the last one, milliseconds. */
export const MAX_RETRY_TIME_MS = 300_000;

/** Reports whether the same request may succeed after a status. */
export function isRetryableStatus(status: number): boolean {
  return RETRYABLE_STATUSES.has(status);
}

/**
 * Returns the wait before the next attempt, milliseconds: exponential back-off with equal jitter, so that
 * a service that restarts within the first waits is met again.
 * @param attempt number of failed attempts, from 1
 * @param random a number from 0 (inclusive) to 1 (exclusive)
 * Source: Marc Brooker, "Exponential Backoff And Jitter" (AWS Architecture Blog, 2015).
 */
export function backoff(attempt: number, random: number): number {
  const most = Math.min(MAX_BACKOFF_MS, BASE_BACKOFF_MS * 2 ** (attempt - 1));
  return (most / 2) * (1 + random);
}

/**
 * Parses a `Retry-After` header (RFC 9110, 10.2.3): seconds, or an HTTP date by the clock of the answer.
 * @param now the time where the answer has no date
 * @returns milliseconds from now, at least 0; undefined if it is absent or invalid
 */
export function retryAfter(
  headers: Readonly<Record<string, string>>,
  now: number,
): number | undefined {
  const text = headers["retry-after"]?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Za-z]{3}/.test(text)) return undefined;
  // The obsolete asctime form (RFC 9110, 5.6.7) names no zone, and means GMT.
  const date = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  const sent = Date.parse(headers.date ?? "");
  return Number.isNaN(date) ? undefined : Math.max(0, date - (Number.isNaN(sent) ? now : sent));
}
