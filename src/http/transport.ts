import { Agent, type Dispatcher, EnvHttpProxyAgent } from "undici";
import { ACCEPTED_ENCODINGS, decode, readBounded } from "./body.js";
import { BodyTooLargeError, ConnectionError, RedirectError, TruncatedBodyError } from "./errors.js";
import { classifyFault } from "./faults.js";
import { isRedirect, MAX_REDIRECTS, redirectTarget } from "./redirect.js";
import { backoff, isRetryableStatus, MAX_RETRY_AFTER_MS, retryAfter } from "./retry.js";

/** One answer, whatever its status, with its body whole and decompressed. */
export interface HttpAnswer {
  readonly status: number;
  /** Lower-case names; a header sent several times is joined with ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Where the answer came from, after redirects. */
  readonly url: URL;
}

/** Told before each wait. */
export interface RetryEvent {
  /** The attempt that failed, from 1. */
  readonly attempt: number;
  readonly cause: string;
  readonly waitMs: number;
}

export interface TransportOptions {
  readonly userAgent: string;
  /** Milliseconds for one attempt, from connecting to the last byte of the body. */
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
  readonly onRetry?: (event: RetryEvent) => void;
  readonly onAnswer?: (event: { url: URL; status: number; bytes: number; ms: number }) => void;
}

export interface Transport {
  /**
   * Fetches a URL with GET; retries what may pass, follows redirects within the origin.
   * @param signal ends this request instead of the transport's own signal
   * @throws {ConnectionError} after the last attempt
   * @throws {TruncatedBodyError} after the last attempt
   * @throws {BodyTooLargeError} at once
   * @throws {RedirectError} at once
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
  const dispatcher = createDispatcher(options);
  const baseHeaders = { "user-agent": options.userAgent, "accept-encoding": ACCEPTED_ENCODINGS };

  async function follow(
    url: URL,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    let current = url;
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const started = options.clock.now();
      const answer = await attempt(dispatcher, current, headers, options.timeoutMs, signal);
      options.onAnswer?.({
        url: current,
        status: answer.status,
        bytes: answer.body.length,
        ms: options.clock.now() - started,
      });
      if (!isRedirect(answer.status)) return answer;
      current = redirectTarget(current, answer.headers.location);
    }
    throw new RedirectError(`${url.origin} redirects more than ${MAX_REDIRECTS} times`);
  }

  return {
    async get(url, headers = {}, extraSignal) {
      const signal = extraSignal ?? options.signal;
      const allHeaders = { accept: "application/json", ...baseHeaders, ...headers };
      for (let tried = 1; ; tried++) {
        const outcome = await settle(follow(url, allHeaders, signal));
        const wait = waitAfter(outcome, tried, options);
        if (wait === undefined) {
          if (outcome.failed) throw outcome.error;
          return outcome.answer;
        }
        options.onRetry?.({ attempt: tried, ...wait });
        await options.clock.sleep(wait.waitMs, signal);
      }
    },
    close: () => dispatcher.destroy(),
  };
}

type Outcome =
  | { readonly failed: false; readonly answer: HttpAnswer }
  | { readonly failed: true; readonly error: unknown };

async function settle(promise: Promise<HttpAnswer>): Promise<Outcome> {
  try {
    return { failed: false, answer: await promise };
  } catch (error) {
    return { failed: true, error };
  }
}

/** How long to wait before trying again; undefined when the outcome is final. */
function waitAfter(
  outcome: Outcome,
  tried: number,
  options: TransportOptions,
): { cause: string; waitMs: number } | undefined {
  if (tried > options.retries) return undefined;
  if (outcome.failed) {
    const { error } = outcome;
    const retryable =
      error instanceof TruncatedBodyError || (error instanceof ConnectionError && error.retryable);
    if (!retryable) return undefined;
    return { cause: error.message, waitMs: backoff(tried, options.random()) };
  }
  const { status, headers } = outcome.answer;
  if (!isRetryableStatus(status)) return undefined;
  const told = retryAfter(headers["retry-after"], options.clock.now());
  if (told !== undefined && told > MAX_RETRY_AFTER_MS) return undefined;
  return { cause: `status ${status}`, waitMs: told ?? backoff(tried, options.random()) };
}

/** One request and its whole body within the time-out. */
async function attempt(
  dispatcher: Dispatcher,
  url: URL,
  headers: Record<string, string>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const deadline = createDeadline(signal, timeoutMs);
  let inBody = false;
  try {
    signal.throwIfAborted();
    const response = await dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: "GET",
      headers,
      signal: deadline.signal,
    });
    inBody = true;
    const flat = flatten(response.headers);
    const raw = await readBounded(response.body);
    const body = await decode(raw, flat["content-encoding"]);
    return { status: response.statusCode, headers: flat, body, url };
  } catch (error) {
    signal.throwIfAborted();
    if (deadline.signal.aborted) {
      const seconds = timeoutMs / 1000;
      throw new ConnectionError(
        "timeout",
        url.origin,
        `cannot reach ${url.origin}: no whole answer within ${seconds} s`,
        { cause: error },
      );
    }
    if (error instanceof BodyTooLargeError || error instanceof TruncatedBodyError) throw error;
    throw classifyFault(error, url.origin, inBody);
  } finally {
    deadline.clear();
  }
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return flat;
}

/** The time-out of a whole attempt is the only clock, so undici's own are set beyond it. */
function createDispatcher({ env, timeoutMs, connections = 1 }: TransportOptions): Dispatcher {
  const limits = {
    connectTimeout: timeoutMs + 1000,
    headersTimeout: timeoutMs + 1000,
    bodyTimeout: timeoutMs + 1000,
    connections,
    pipelining: 1,
  };
  const httpProxy = env.http_proxy ?? env.HTTP_PROXY;
  const httpsProxy = env.https_proxy ?? env.HTTPS_PROXY;
  if (!httpProxy && !httpsProxy) return new Agent(limits);
  return new EnvHttpProxyAgent({
    ...limits,
    httpProxy: httpProxy ?? "",
    httpsProxy: httpsProxy ?? "",
    noProxy: env.no_proxy ?? env.NO_PROXY ?? "",
  });
}

/** A signal that follows another one and is aborted at the latest after the time-out. */
function createDeadline(
  parent: AbortSignal,
  timeoutMs: number,
): { readonly signal: AbortSignal; clear(): void } {
  const controller = new AbortController();
  const abort = () => controller.abort(parent.reason);
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  parent.addEventListener("abort", abort);
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      parent.removeEventListener("abort", abort);
    },
  };
}
