import type { Clock } from "../../base/time/clock.js";
import { CarryError, ConnectionError, RedirectError } from "../errors.js";
import {
  backoff,
  type HttpAnswer,
  isRedirect,
  isRetryableStatus,
  MAX_RETRY_AFTER_MS,
  MAX_RETRY_TIME_MS,
  retryAfter,
} from "./answer.js";
import { ACCEPTED_ENCODINGS } from "./body.js";
import { briefError, briefStatus } from "./faults.js";
import { createDeadline, type Deadline, type Message, request } from "./request.js";
import { createRoutes, type Routes } from "./routes.js";

/** Reported before each wait. */
export interface RetryEvent {
  /** Number of the failed attempt, from 1. */
  readonly attempt: number;
  /** Maximum number of attempts, including the first. */
  readonly of: number;
  readonly cause: string;
  /** The cause in two or three words, such as `rate limited` or `connection refused`. */
  readonly brief: string;
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

/** Follows one request from its first attempt to its end. */
export interface RequestObserver {
  /**
   * Called when an attempt begins.
   * @param attempt from 1
   * @param of maximum number of attempts
   */
  onAttempt(attempt: number, of: number): void;
  /** Called when an attempt has failed and another one follows after a wait. */
  onRetry(event: RetryEvent): void;
  /** Called when the request is over: answered, failed or aborted. */
  onEnd(): void;
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
  /** Maximum number of connections to an origin; 1 when omitted. */
  readonly connections?: number;
  /** Environment with HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Removes secrets from a text; a redirect whose URL contains one is not followed. */
  readonly redact?: (text: string) => string;
  /** Removes secrets and parts of them from a text of the service that a message quotes. */
  readonly redactQuote?: (text: string) => string;
  readonly onRetry?: (event: RetryEvent) => void;
  readonly onAnswer?: (event: AnswerEvent) => void;
}

/** Options of one request that differ from those of its transport. */
export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends this request instead of the transport's own signal. */
  readonly signal?: AbortSignal;
  /** Time limit of one attempt, milliseconds, instead of the transport's. */
  readonly timeoutMs?: number;
  /** Maximum number of retries, instead of the transport's. */
  readonly retries?: number;
  readonly observer?: RequestObserver | undefined;
}

/** A request with a method and, where it writes, a body. */
export type SendOptions = RequestOptions & Pick<Message, "method" | "body">;

export interface Transport {
  /**
   * Fetches a URL with GET; retries temporary failures, follows redirects within the origin.
   * @throws {ConnectionError} {@link TruncatedBodyError} {@link NotHttpError} after the last attempt
   * @throws {BodyTooLargeError} {@link HeadersTooLargeError} {@link RedirectError}
   *   {@link ProxySettingError} at once
   */
  get(url: URL, request?: RequestOptions): Promise<HttpAnswer>;
  /**
   * Sends a request whose headers hold for its URL only, such as a signed one. Returns a redirect like
   * any answer; retries temporary failures with the same headers.
   * @throws as {@link Transport.get}, except {@link RedirectError}
   */
  send(url: URL, request: SendOptions): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** Creates the transport of a command; its connections are kept alive until it is closed. */
export function createTransport(options: TransportOptions): Transport {
  const routes = createRoutes(options);
  const baseHeaders = {
    accept: "application/json",
    "user-agent": options.userAgent,
    "accept-encoding": ACCEPTED_ENCODINGS,
  };
  const run = async (url: URL, followsRedirects: boolean, request: SendOptions) => {
    const { headers: ownHeaders, observer, ...own } = request;
    const headers = { ...baseHeaders, ...ownHeaders };
    try {
      return await persist(
        { ...options, ...own, routes, url, headers, followsRedirects },
        observer,
      );
    } finally {
      observer?.onEnd();
    }
  };
  return {
    get: (url, request) => run(url, true, { ...request, method: "GET" }),
    send: (url, request) => run(url, false, request),
    close: async () => routes.close(),
  };
}

/** A request with all its options. */
interface Job extends TransportOptions, Message {
  readonly routes: Routes;
  readonly url: URL;
  readonly followsRedirects: boolean;
}

/** Sends attempts until the outcome is final. */
async function persist(job: Job, observer: RequestObserver | undefined): Promise<HttpAnswer> {
  const started = job.clock.elapsed();
  const of = job.retries + 1;
  for (let tried = 1; ; tried++) {
    observer?.onAttempt(tried, of);
    const outcome = await attempt(job);
    const wait = waitAfter(outcome, { tried, started }, job);
    if (wait === undefined) {
      if (outcome.failed) throw outcome.error;
      return outcome.answer;
    }
    const event = { attempt: tried, of, ...wait };
    job.onRetry?.(event);
    observer?.onRetry(event);
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

const same = (text: string) => text;

/** Returns the target of a redirect as it may be shown. */
function quoted(target: URL, redactQuote: (text: string) => string): URL {
  const { pathname, search } = target;
  const safe = { pathname: redactQuote(pathname), search: redactQuote(search) };
  return Object.assign(new URL(target), safe);
}

const MAX_REDIRECTS = 5;

async function follow(job: Job, deadline: Deadline): Promise<HttpAnswer> {
  const { routes, url, clock, onAnswer, redact = same, redactQuote = same } = job;
  let current = url;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const started = clock.elapsed();
    const answer = await request(routes.to(current), current, job, deadline);
    const { status, body } = answer;
    const shown = hops === 0 ? current : quoted(current, redactQuote);
    onAnswer?.({ url: shown, status, bytes: body.length, ms: clock.elapsed() - started });
    if (!job.followsRedirects || !isRedirect(status)) return { ...answer, url: shown };
    refuseSecretIn(answer.headers.location, redact, current);
    current = redirectTarget(current, answer.headers.location, redactQuote);
  }
  throw new RedirectError(`${url.origin} redirects more than ${MAX_REDIRECTS} times`);
}

/** @throws {RedirectError} if the redirect's URL contains a secret, since URLs are written to logs */
function refuseSecretIn(
  location: string | undefined,
  redact: (text: string) => string,
  { origin }: URL,
): void {
  if (location === undefined || redact(location) === location) return;
  throw new RedirectError(`${origin} redirects to a URL that contains the API key`);
}

/**
 * Returns the target of a redirect.
 * @throws {RedirectError} without a valid location, and for another origin, which must not get the key
 */
function redirectTarget(
  from: URL,
  location: string | undefined,
  redactQuote: (text: string) => string,
): URL {
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
      `${from.origin} redirects to another origin, ${redactQuote(place)}, which is not followed`,
    );
  }
  return target;
}

type Wait = Pick<RetryEvent, "cause" | "brief" | "waitMs">;

/** Returns the wait before the next attempt; undefined if the outcome is final. */
function waitAfter(
  outcome: Outcome,
  { tried, started }: { readonly tried: number; readonly started: number },
  { retries, random, clock }: Job,
): Wait | undefined {
  if (tried > retries) return undefined;
  const cause = passingCause(outcome);
  if (cause === undefined) return undefined;
  const asked = outcome.failed ? undefined : retryAfter(outcome.answer.headers, clock.now());
  if (asked !== undefined && asked > MAX_RETRY_AFTER_MS) return undefined;
  const waitMs = Math.max(asked ?? 0, backoff(tried, random()));
  return clock.elapsed() + waitMs - started > MAX_RETRY_TIME_MS ? undefined : { ...cause, waitMs };
}

/** Returns the cause of a temporary failure; undefined if the outcome is final. */
function passingCause(outcome: Outcome): Omit<Wait, "waitMs"> | undefined {
  if (!outcome.failed) {
    const { status } = outcome.answer;
    if (!isRetryableStatus(status)) return undefined;
    return { cause: `status ${status}`, brief: briefStatus(status) };
  }
  const { error } = outcome;
  if (!(error instanceof CarryError && error.retryable)) return undefined;
  return { cause: error.message, brief: briefError(error) ?? error.message };
}
