import { CarryError } from "../carry-error.js";
import type { HttpAnswer } from "./answer.js";
import { ACCEPTED_ENCODINGS } from "./body.js";
import { createDeadline, type Deadline } from "./deadline.js";
import { ConnectionError, RedirectError } from "./errors.js";
import { isRedirect, MAX_REDIRECTS, redirectTarget, refuseSecretIn } from "./redirect.js";
import { request } from "./request.js";
import {
  backoff,
  isRetryableStatus,
  MAX_RETRY_AFTER_MS,
  MAX_RETRY_TIME_MS,
  retryAfter,
} from "./retry.js";
import { createRoutes, type Routes } from "./routes.js";

export type { HttpAnswer } from "./answer.js";

/** Told before each wait. */
export interface RetryEvent {
  /** The attempt that failed, from 1. */
  readonly attempt: number;
  readonly cause: string;
  readonly waitMs: number;
}

/** Told of each answer, redirects included. */
export interface AnswerEvent {
  readonly url: URL;
  readonly status: number;
  readonly bytes: number;
  /** How long it took, milliseconds. */
  readonly ms: number;
}

export interface TransportOptions {
  readonly userAgent: string;
  /** Milliseconds for one attempt, from connecting to the last byte, redirects included. */
  readonly timeoutMs: number;
  /** How many times a failed request is tried again. */
  readonly retries: number;
  readonly clock: { now(): number; sleep(ms: number, signal?: AbortSignal): Promise<void> };
  /** A number from 0 to 1, for jitter. */
  readonly random: () => number;
  /** Ends every request when aborted. */
  readonly signal: AbortSignal;
  /** How many connections an origin may get at once; 1 when omitted. */
  readonly connections?: number;
  /** Where HTTP_PROXY, HTTPS_PROXY and NO_PROXY are looked up. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Takes secrets out of a text: a redirect that has one in its URL is not followed. */
  readonly redact?: (text: string) => string;
  readonly onRetry?: (event: RetryEvent) => void;
  readonly onAnswer?: (event: AnswerEvent) => void;
}

export interface Transport {
  /**
   * Fetches a URL with GET; retries what may pass, follows redirects within the origin.
   * @param signal ends this request instead of the transport's own signal
   * @throws {ConnectionError} {@link TruncatedBodyError} {@link NotHttpError} after the last attempt
   * @throws {BodyTooLargeError} {@link HeadersTooLargeError} {@link RedirectError}
   *   {@link ProxySettingError} at once
   */
  get(
    url: URL,
    headers?: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** One transport a command: its connections are kept alive until it is closed. */
export function createTransport(options: TransportOptions): Transport {
  const routes = createRoutes(options);
  const baseHeaders = {
    accept: "application/json",
    "user-agent": options.userAgent,
    "accept-encoding": ACCEPTED_ENCODINGS,
  };
  return {
    async get(url, headers = {}, extraSignal) {
      const signal = extraSignal ?? options.signal;
      const allHeaders = { ...baseHeaders, ...headers };
      const started = options.clock.now();
      for (let tried = 1; ; tried++) {
        const outcome = await attempt(routes, url, allHeaders, options, signal);
        const wait = waitAfter(outcome, { tried, started }, options);
        if (wait === undefined) {
          if (outcome.failed) throw outcome.error;
          return outcome.answer;
        }
        options.onRetry?.({ attempt: tried, ...wait });
        await options.clock.sleep(wait.waitMs, signal);
      }
    },
    close: async () => routes.close(),
  };
}

type Outcome =
  | { readonly failed: false; readonly answer: HttpAnswer }
  | { readonly failed: true; readonly error: unknown };

/** One try within the time-out, redirects included. */
async function attempt(
  routes: Routes,
  url: URL,
  headers: Readonly<Record<string, string>>,
  options: TransportOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  const deadline = createDeadline(signal, options.timeoutMs);
  try {
    return { failed: false, answer: await follow(routes, url, headers, options, deadline) };
  } catch (error) {
    if (error instanceof ConnectionError && error.fault === "timeout") routes.leave(url);
    return { failed: true, error };
  } finally {
    deadline.clear();
  }
}

async function follow(
  routes: Routes,
  url: URL,
  headers: Readonly<Record<string, string>>,
  { clock, onAnswer, redact = (text) => text }: TransportOptions,
  deadline: Deadline,
): Promise<HttpAnswer> {
  let current = url;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const started = clock.now();
    const answer = await request(await routes.to(current), current, headers, deadline);
    const { status, body } = answer;
    onAnswer?.({ url: current, status, bytes: body.length, ms: clock.now() - started });
    if (!isRedirect(status)) return answer;
    refuseSecretIn(answer.headers.location, redact, current);
    current = redirectTarget(current, answer.headers.location);
  }
  throw new RedirectError(`${url.origin} redirects more than ${MAX_REDIRECTS} times`);
}

/** How long to wait before trying again; undefined when the outcome is final. */
function waitAfter(
  outcome: Outcome,
  { tried, started }: { readonly tried: number; readonly started: number },
  { retries, random, clock }: TransportOptions,
): { cause: string; waitMs: number } | undefined {
  if (tried > retries) return undefined;
  const cause = passingCause(outcome);
  if (cause === undefined) return undefined;
  const now = clock.now();
  const told = outcome.failed ? undefined : retryAfter(outcome.answer.headers["retry-after"], now);
  if (told !== undefined && told > MAX_RETRY_AFTER_MS) return undefined;
  // A clock that is ahead makes every date one that is over: that is no leave to hurry.
  const waitMs = Math.max(told ?? 0, backoff(tried, random()));
  return now + waitMs - started > MAX_RETRY_TIME_MS ? undefined : { cause, waitMs };
}

/** Why the same request may go well next time; undefined when it will not. */
function passingCause(outcome: Outcome): string | undefined {
  if (!outcome.failed) {
    const { status } = outcome.answer;
    return isRetryableStatus(status) ? `status ${status}` : undefined;
  }
  const { error } = outcome;
  return error instanceof CarryError && error.retryable ? error.message : undefined;
}
