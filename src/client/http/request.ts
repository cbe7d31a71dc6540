import { onAbort } from "../../base/functions.js";
import { CarryError, ConnectionError } from "../errors.js";
import { type HttpAnswer, isSuccess } from "./answer.js";
import { decode, readAside, readBounded } from "./body.js";
import { type Asked, classifyFault, proxyWantsCredentials, wayTo } from "./faults.js";
import type { Route } from "./routes.js";

/** A signal that is aborted with its parent, and after a time limit at the latest. */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly seconds: number;
  /** @throws the parent's reason if the parent was aborted */
  throwIfInterrupted(): void;
  /** Stops the timer. */
  clear(): void;
}

export function createDeadline(parent: AbortSignal, timeoutMs: number): Deadline {
  const controller = new AbortController();
  const abort = () => controller.abort(parent.reason);
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  if (parent.aborted) abort();
  const stopFollowing = onAbort(parent, abort);
  return {
    signal: controller.signal,
    seconds: timeoutMs / 1000,
    throwIfInterrupted: () => parent.throwIfAborted(),
    clear() {
      clearTimeout(timer);
      stopFollowing();
    },
  };
}

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  /** Removes secrets from a text of the service that a message quotes. */
  readonly redact: (text: string) => string;
}

/**
 * Sends one request with GET and reads the complete body.
 * @throws the parent's reason if the deadline's parent was aborted
 * @throws {ConnectionError} {@link TruncatedBodyError} {@link BodyTooLargeError}
 *   {@link HeadersTooLargeError} {@link NotHttpError}
 */
export async function request(
  { dispatcher, proxy }: Route,
  url: URL,
  { headers: sentHeaders, redact }: Sent,
  deadline: Deadline,
): Promise<HttpAnswer> {
  const { origin } = url;
  let inBody = false;
  try {
    deadline.signal.throwIfAborted();
    const sent = dispatcher.request({
      origin,
      path: url.pathname + url.search,
      method: "GET",
      headers: { ...sentHeaders },
      signal: deadline.signal,
    });
    const response = await unlessAborted(sent, deadline.signal);
    inBody = true;
    const { statusCode: status, body: stream } = response;
    const headers = flatten(response.headers);
    if (isSuccess(status)) {
      const raw = await readBounded(stream, headers["content-length"]);
      const body = await decode(raw, headers["content-encoding"], redact);
      return { status, headers, body, url };
    }
    const body = await briefly(deadline, (signal) =>
      readAside(stream, headers["content-encoding"], redact, signal),
    );
    if (status === 407 && proxy !== undefined) throw proxyWantsCredentials(origin, proxy);
    return { status, headers, body, url };
  } catch (error) {
    deadline.throwIfInterrupted();
    if (deadline.signal.aborted) throw tooLate({ origin, proxy, inBody }, deadline.seconds);
    if (error instanceof CarryError) throw error;
    throw classifyFault(error, { origin, proxy, inBody });
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

/** Rejects as soon as the signal is aborted; undici checks it only once connected. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onEnd = () => reject(signal.reason);
    signal.addEventListener("abort", onEnd);
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onEnd));
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
