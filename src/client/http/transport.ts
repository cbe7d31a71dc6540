import type { Clock } from "../../base/time/clock.js";
import { CarryError, ConnectionError, RedirectError } from "../errors.js";
import {
  backoff,
  type HttpAnswer,
  isRedirect,
  isRetryableStatus,
  isSuccess,
  MAX_RETRY_AFTER_MS,
  MAX_RETRY_TIME_MS,
  retryAfter,
} from "./answer.js";
import { ACCEPTED_ENCODINGS } from "./body.js";
import { createDeadline, type Deadline, request } from "./request.js";
import { createRoutes, type Routes } from "./routes.js";

/** Reported before each wait. */
export interface RetryEvent {
  /** Number of the failed attempt, from 1. */
  readonly attempt: number;
  readonly cause: string;
  readonly waitMs: number;
}

/** Reported for each answer, including redirects. */
export interface AnswerEvent {
  readonly url: URL;
  readonly status: number;
  readonly bytes: number;
  /** Duration, milliseconds. */
  readonly ms: number;
}

export interface TransportOptions {
  readonly userAgent: string;
  /** Time limit of one attempt, from connecting to the last byte, redirects included, milliseconds. */
  readonly timeoutMs: number;
  /** Maximum number of retries of a failed request. */
  readonly retries: number;
  readonly clock: Pick<Clock, "now" | "elapsed" | "sleep">;
  /** Returns a number from 0 (inclusive) to 1 (exclusive), for jitter. */
  readonly random: () => number;
  /** Ends every request when aborted. */
  readonly signal: AbortSignal;
  /** Maximum number of connections to an origin. */
  readonly connections: number;
  /** Environment with HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Removes secrets from a text of the service; a redirect whose URL contains one is not followed. */
  readonly redact: (text: string) => string;
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
  readonly onAnswer?: ((event: AnswerEvent) => void) | undefined;
}

/** Options of one request, in place of those of its transport. */
export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly retries?: number | undefined;
}

export interface Transport {
  /**
   * Fetches a URL with GET; retries temporary failures, follows redirects within the origin.
   * @throws {ConnectionError} {@link TruncatedBodyError} {@link NotHttpError} after the last attempt
   * @throws {BodyTooLargeError} {@link HeadersTooLargeError} {@link RedirectError}
   *   {@link ProxySettingError} at once
   */
  get(url: URL, request?: RequestOptions): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** Creates the transport of a command; its connections are kept alive until it is closed. */
export function createTransport(options: TransportOptions): Transport {
  const routes = createRoutes(options);
  return {
    get: (url, { headers, signal, timeoutMs, retries } = {}) =>
      persist({
        ...options,
        routes,
        url,
        headers: {
          accept: "application/json",
          "user-agent": options.userAgent,
          "accept-encoding": ACCEPTED_ENCODINGS,
          ...headers,
        },
        signal: signal ?? options.signal,
        timeoutMs: timeoutMs ?? options.timeoutMs,
        retries: retries ?? options.retries,
      }),
    close: async () => routes.close(),
  };
}

/**
 * Returns a transport that gives the same answer to the same request for `ms` milliseconds, so that
 * several calls see one moment. Only successful answers are kept, in memory.
 */
export function reusingAnswers(
  transport: Transport,
  ms: number,
  { elapsed }: Pick<Clock, "elapsed">,
): Transport {
  const kept = new Map<string, { readonly answer: HttpAnswer; readonly since: number }>();
  return {
    ...transport,
    async get(url, request) {
      for (const [other, { since }] of kept) if (elapsed() - since >= ms) kept.delete(other);
      const key = JSON.stringify([url.href, request?.headers ?? {}]);
      const known = kept.get(key);
      if (known !== undefined) return known.answer;
      const answer = await transport.get(url, request);
      if (isSuccess(answer.status)) kept.set(key, { answer, since: elapsed() });
      return answer;
    },
  };
}

/** A request with all its options. */
interface Job extends TransportOptions {
  readonly routes: Routes;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends attempts until the outcome is final. */
async function persist(job: Job): Promise<HttpAnswer> {
  const started = job.clock.elapsed();
  for (let attempts = 1; ; attempts++) {
    const outcome = await attempt(job);
    const wait = waitAfter(outcome, attempts, started, job);
    if (wait === undefined) {
      if (outcome.failed) throw outcome.error;
      return outcome.answer;
    }
    job.onRetry?.({ attempt: attempts, ...wait });
    await job.clock.sleep(wait.waitMs, job.signal);
  }
}

type Outcome =
  | { readonly failed: false; readonly answer: HttpAnswer }
  | { readonly failed: true; readonly error: unknown };

/** Sends one attempt within the time limit, redirects included. */
async function attempt(job: Job): Promise<Outcome> {
  const deadline = createDeadline(job.signal, job.timeoutMs);
  try {
    return { failed: false, answer: await follow(job, deadline) };
  } catch (error) {
    if (error instanceof ConnectionError && error.fault === "timeout") job.routes.leave(job.url);
    return { failed: true, error };
  } finally {
    deadline.clear();
  }
}

/** Returns the target of a redirect as it may be shown. */
function quoted(target: URL, redact: (text: string) => string): URL {
  const { pathname, search } = target;
  return Object.assign(new URL(target), { pathname: redact(pathname), search: redact(search) });
}

const MAX_REDIRECTS = 5;

async function follow(job: Job, deadline: Deadline): Promise<HttpAnswer> {
  const { routes, url, clock, onAnswer, redact } = job;
  let current = url;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const started = clock.elapsed();
    const answer = await request(routes.to(current), current, job, deadline);
    const { status, body } = answer;
    const shown = hops === 0 ? current : quoted(current, redact);
    onAnswer?.({ url: shown, status, bytes: body.length, ms: clock.elapsed() - started });
    if (!isRedirect(status)) return { ...answer, url: shown };
    current = redirectTarget(current, answer.headers.location, redact);
  }
  throw new RedirectError(`${url.origin} redirects more than ${MAX_REDIRECTS} times`);
}

/**
 * Returns the target of a redirect.
 * @throws {RedirectError} without a valid location, for another origin, which must not get the key, and
 *   for a URL that contains a secret, since URLs are written to logs
 */
function redirectTarget(
  from: URL,
  location: string | undefined,
  redact: (text: string) => string,
): URL {
  if (location !== undefined && redact(location) !== location) {
    throw new RedirectError(`${from.origin} redirects to a URL that contains the API key`);
  }
  if (location === undefined || !URL.canParse(location, from.href)) {
    throw new RedirectError(`${from.origin} redirects without a valid location`);
  }
  const target = new URL(location, from);
  if (target.host === from.host && from.protocol === "https:" && target.protocol === "http:") {
    throw new RedirectError(`${from.origin} redirects from https to http, which is not followed`);
  }
  if (target.origin !== from.origin) {
    const place = target.origin === "null" ? target.protocol : target.origin;
    throw new RedirectError(
      `${from.origin} redirects to another origin, ${redact(place)}, which is not followed`,
    );
  }
  return target;
}

/** Returns the wait before the next attempt, and why; undefined if the outcome is final. */
function waitAfter(
  outcome: Outcome,
  attempts: number,
  started: number,
  { retries, random, clock }: Job,
): Omit<RetryEvent, "attempt"> | undefined {
  const cause = passingCause(outcome);
  if (attempts > retries || cause === undefined) return undefined;
  const asked = outcome.failed ? undefined : retryAfter(outcome.answer.headers, clock.now());
  if (asked !== undefined && asked > MAX_RETRY_AFTER_MS) return undefined;
  const waitMs = Math.max(asked ?? 0, backoff(attempts, random()));
  return clock.elapsed() + waitMs - started > MAX_RETRY_TIME_MS ? undefined : { cause, waitMs };
}

/** Returns the cause of a temporary failure; undefined if the outcome is final. */
function passingCause(outcome: Outcome): string | undefined {
  if (!outcome.failed) {
    const { status } = outcome.answer;
    return isRetryableStatus(status) ? `status ${status}` : undefined;
  }
  const { error } = outcome;
  return error instanceof CarryError && error.retryable ? error.message : undefined;
}
