import { CarryError } from "../carry-error.js";
import { type HttpAnswer, isSuccess } from "./answer.js";
import { decode, readAside, readBounded } from "./body.js";
import { createDeadline, type Deadline } from "./deadline.js";
import { ConnectionError } from "./errors.js";
import { classifyFault, proxyWantsCredentials } from "./faults.js";
import type { Route } from "./routes.js";
import { send } from "./undici.js";

/** What is sent. */
export interface Message {
  /** A method that can be sent again without another effect than that of the first time. */
  readonly method: "GET" | "PUT" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
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
  { method, headers: requestHeaders, body: requestBody }: Message,
  deadline: Deadline,
): Promise<HttpAnswer> {
  let inBody = false;
  try {
    deadline.signal.throwIfAborted();
    const response = await unlessAborted(
      send(dispatcher, {
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers: { ...requestHeaders },
        ...(requestBody !== undefined && { body: requestBody }),
        signal: deadline.signal,
      }),
      deadline.signal,
    );
    inBody = true;
    const { statusCode: status, body: stream } = response;
    const headers = flatten(response.headers);
    if (isSuccess(status)) {
      const raw = await readBounded(stream, headers["content-length"]);
      return { status, headers, body: await decode(raw, headers["content-encoding"]), url };
    }
    const body = await briefly(deadline, (signal) =>
      readAside(stream, headers["content-encoding"], signal),
    );
    if (status === 407 && proxy !== undefined) throw proxyWantsCredentials(url.origin, proxy);
    return { status, headers, body, url };
  } catch (error) {
    deadline.throwIfInterrupted();
    if (deadline.signal.aborted) throw tooLate(url, deadline.seconds, inBody);
    if (error instanceof CarryError) throw error;
    throw classifyFault(error, { origin: url.origin, proxy, inBody });
  }
}

/** Time limit for the body of an answer outside 2xx, milliseconds. */
const ASIDE_MS = 1000;

/**
 * Runs a function with a signal that is aborted after {@link ASIDE_MS}.
 * @throws the parent's reason if the deadline's parent was aborted
 */
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

/** Rejects as soon as the signal is aborted; undici checks it only once connected. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

function tooLate({ origin }: URL, seconds: number, inBody: boolean): ConnectionError {
  return new ConnectionError(
    "timeout",
    origin,
    inBody
      ? `the answer of ${origin} was not whole within ${seconds} s`
      : `cannot reach ${origin}: no answer within ${seconds} s`,
  );
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return flat;
}
