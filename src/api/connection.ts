import type { HttpAnswer, Transport } from "../http/transport.js";
import { isLoopback, type Query, resolvePath } from "./base-url.js";
import { MissingKeyError, RefusedRequestError } from "./errors.js";

/** How the client reaches the service. */
export interface ConnectionOptions {
  readonly transport: Transport;
  readonly baseUrl: URL;
  /** Where the `/api/v1/public` paths live. */
  readonly publicBaseUrl?: URL;
  /** Gives the key when a call needs one; undefined when there is none. */
  readonly apiKey?: () => Promise<string | undefined>;
  readonly now: () => number;
  /** Told once when the service speaks another version than this client. */
  readonly onWarning?: (message: string) => void;
}

/** Sends requests to the service: public ones without the key, the others with it. */
export interface Connection {
  readonly now: () => number;
  /** @throws {MissingKeyError} {@link RefusedRequestError} and the transport's errors */
  getWithKey(path: string, query?: Query, signal?: AbortSignal): Promise<HttpAnswer>;
  getPublic(path: string, query?: Query, signal?: AbortSignal): Promise<HttpAnswer>;
}

/** The version of the interface that this client speaks. */
export const API_VERSION = "v1";

export function connect(options: ConnectionOptions): Connection {
  let warned = false;
  const checkVersion = (answer: HttpAnswer) => {
    const version = answer.headers["x-api-version"];
    if (version === undefined || version === API_VERSION || warned) return;
    warned = true;
    options.onWarning?.(
      `the service speaks version ${version} of its interface and this client ${API_VERSION}; figures may be missing or mean something else`,
    );
  };
  const get = async (url: URL, headers: Record<string, string>, signal?: AbortSignal) => {
    const answer = await options.transport.get(url, headers, signal);
    checkVersion(answer);
    return answer;
  };
  return {
    now: options.now,
    async getWithKey(path, query, signal) {
      const url = resolvePath(options.baseUrl, path, query);
      const key = await options.apiKey?.();
      if (key === undefined) throw new MissingKeyError("no API key");
      assertSafeForKey(url);
      return get(url, { authorization: `Bearer ${key}` }, signal);
    },
    getPublic(path, query, signal) {
      const isPublicPath = path.startsWith("/api/v1/public/");
      const base = isPublicPath ? (options.publicBaseUrl ?? options.baseUrl) : options.baseUrl;
      return get(resolvePath(base, path, query), {}, signal);
    },
  };
}

/**
 * A key is sent only where nobody can read along.
 * @throws {RefusedRequestError}
 */
export function assertSafeForKey(url: URL): void {
  if (url.protocol === "https:" || isLoopback(url)) return;
  throw new RefusedRequestError(
    `the API key is not sent to ${url.origin}: plain http is readable on the way`,
    "use an https base URL; http is accepted for loopback only",
  );
}
