import type { Dispatcher } from "undici";
import { CarryError } from "../carry-error.js";
import { type HttpAnswer, isSuccess } from "./answer.js";
import { decode, readAside, readBounded } from "./body.js";
import { createDeadline, type Deadline } from "./deadline.js";
import { ConnectionError } from "./errors.js";
import { type Asked, classifyFault, proxyWantsCredentials, wayTo } from "./faults.js";
import { wasClosedIdle } from "./idle-closed.js";
import type { Route } from "./routes.js";

/** What is sent. */
export interface Message {
  /** An idempotent method, since a request may be sent again. */
  readonly method: "GET" | "PUT" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** Removes secrets and parts of them from a text of the service that a message quotes. */
  readonly redactQuote?: (text: string) => string;
}

/**
 * Sends one request and reads the complete body.
 * @throws the parent's reason if the deadline's parent was aborted
 * @throws {ConnectionError} {@link TruncatedBodyError} {@link BodyTooLargeError}
 *   {@link HeadersTooLargeError} {@link NotHttpError}
 */
export async function request(
  { dispatcher, proxy }: Route,
  url: URL,
  { method, headers: requestHeaders, body: requestBody, redactQuote }: Message,
  deadline: Deadline,
): Promise<HttpAnswer> {
  let inBody = false;
  try {
    deadline.signal.throwIfAborted();
    const response = await sendAlive(dispatcher, {
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: { ...requestHeaders },
      ...(requestBody !== undefined && { body: requestBody }),
      signal: deadline.signal,
    });
    inBody = true;
    const { statusCode: status, body: stream } = response;
    const headers = flatten(response.headers);
    if (isSuccess(status)) {
      const raw = await readBounded(stream, headers["content-length"]);
      const body = await decode(raw, headers["content-encoding"], redactQuote);
      return { status, headers, body, url };
    }
    const body = await briefly(deadline, (signal) =>
      readAside(stream, headers["content-encoding"], signal),
    );
    if (status === 407 && proxy !== undefined) throw proxyWantsCredentials(url.origin, proxy);
    return { status, headers, body, url };
  } catch (error) {
    deadline.throwIfInterrupted();
    if (deadline.signal.aborted)
      throw tooLate({ origin: url.origin, proxy, inBody }, deadline.seconds);
    if (error instanceof CarryError) throw error;
    throw classifyFault(error, { origin: url.origin, proxy, inBody });
  }
}

/** Time limit for the body of an answer outside 2xx, milliseconds. */
const ASIDE_MS = 1000;

/** Runs a function for at most {@link ASIDE_MS}. @throws the reason of the deadline's parent if aborted */
async function briefly<T>(
  deadline: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const soon = createDeadline(deadline.signal, ASIDE_MS);
  try {
    return await work(soon.signal);
  } finally {
    soon.clear();
    deadline.throwIfInterrupted();
  }
}

/**
 * Sends a request, again each time that a kept-alive connection turns out to be closed. A connection that
 * is new was not idle, so at most one is opened.
 */
async function sendAlive(
  dispatcher: Dispatcher,
  options: Dispatcher.RequestOptions & { readonly signal: AbortSignal },
): Promise<Dispatcher.ResponseData> {
  for (;;) {
    try {
      return await unlessAborted(dispatcher.request(options), options.signal);
    } catch (error) {
      if (!wasClosedIdle(error) || options.signal.aborted) throw error;
    }
  }
}

/** Rejects as soon as the signal is aborted; undici checks it only once connected. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

function tooLate(asked: Asked, seconds: number): ConnectionError {
  const { origin, inBody } = asked;
  return new ConnectionError(
    "timeout",
    origin,
    inBody
      ? `the answer of ${origin} was not whole within ${seconds} s`
      : `cannot reach ${wayTo(asked)}: no answer within ${seconds} s`,
  );
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return flat;
}
