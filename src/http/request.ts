import type { HttpAnswer } from "./answer.js";
import { decode, readBounded } from "./body.js";
import type { Deadline } from "./deadline.js";
import { BodyTooLargeError, ConnectionError, TruncatedBodyError } from "./errors.js";
import { classifyFault, proxyWantsCredentials } from "./faults.js";
import type { Route } from "./routes.js";
import { send } from "./undici.js";

/**
 * One GET and its whole body.
 * @throws the reason of the deadline's parent when that was aborted
 * @throws {ConnectionError} {@link TruncatedBodyError} {@link BodyTooLargeError}
 *   {@link HeadersTooLargeError} {@link NotHttpError}
 */
export async function request(
  { dispatcher, proxy }: Route,
  url: URL,
  headers: Readonly<Record<string, string>>,
  deadline: Deadline,
): Promise<HttpAnswer> {
  let inBody = false;
  try {
    deadline.signal.throwIfAborted();
    const response = await unlessAborted(
      send(dispatcher, {
        origin: url.origin,
        path: url.pathname + url.search,
        method: "GET",
        headers: { ...headers },
        signal: deadline.signal,
      }),
      deadline.signal,
    );
    inBody = true;
    const flat = flatten(response.headers);
    const raw = await readBounded(response.body, flat["content-length"]);
    if (response.statusCode === 407 && proxy !== undefined) {
      throw proxyWantsCredentials(url.origin, proxy);
    }
    const body = await decode(raw, flat["content-encoding"]);
    return { status: response.statusCode, headers: flat, body, url };
  } catch (error) {
    deadline.throwIfInterrupted();
    if (deadline.signal.aborted) throw tooLate(url, deadline.seconds, inBody);
    if (isOurs(error)) throw error;
    throw classifyFault(error, { origin: url.origin, proxy, inBody });
  }
}

/** undici looks at the signal of a request only once there is a connection; this does not wait. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

function isOurs(error: unknown): boolean {
  return (
    error instanceof BodyTooLargeError ||
    error instanceof TruncatedBodyError ||
    error instanceof ConnectionError
  );
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
