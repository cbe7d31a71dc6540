import { type Query, resolvePath } from "./base-url.js";
import type { CallOptions } from "./call-options.js";
import { MissingKeyError, RefusedRequestError } from "./errors.js";
import { isSuccess } from "./http/answer.js";
import { isLoopback } from "./http/loopback.js";
import type { HttpAnswer, Transport } from "./http/transport.js";
import type { Cadence } from "./resources/cadence.js";
import type { Address } from "./resources/endpoint.js";
import { type JsonAnswer, parseJson, readJson } from "./validate/answer.js";

/** How the client reaches the service. */
export interface ConnectionOptions {
  readonly transport: Transport;
  readonly baseUrl: URL;
  /** Where the `/api/v1/public` paths live. */
  readonly publicBaseUrl: URL;
  /** Gives the key when a call needs one; undefined when there is none. */
  readonly apiKey: () => Promise<string | undefined>;
  readonly now: () => number;
  /** Ends every call when aborted. */
  readonly signal: AbortSignal;
  /** What the service calls the bounds of a time range; the interface does not pin them down. */
  readonly rangeParams: readonly [start: string, end: string];
  /** Takes secrets out of what the service says beside its data. */
  readonly redact: (text: string) => string;
  /** Called once when the service speaks another version than this client. */
  readonly onWarning: ((message: string) => void) | undefined;
  /** Keeps public data for as long as it is fresh; nothing behind a key is ever given to it. */
  readonly cache: PublicCache | undefined;
}

/** A store of public answers. It may forget anything at any time, and it never throws. */
export interface PublicCache {
  /** Returns what was written for a URL, whatever its age. */
  read(url: URL): CachedAnswer | undefined;
  write(url: URL, answer: CachedAnswer): void;
  /** Called when an answer of {@link read} is used; `storedAt` is milliseconds since the epoch. */
  onHit?(url: URL, storedAt: number): void;
}

/** A public answer as it is kept. */
export interface CachedAnswer {
  /** The body as the service sent it. */
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly storedAt: number;
}

/** Sends requests to the service: public ones without the key, the others with it. */
export interface Connection {
  readonly now: () => number;
  /** The service's own time as its last answer to a call with the key told it; else {@link now}. */
  readonly serviceNow: () => number;
  /** @throws {MissingKeyError} {@link RefusedRequestError} and the transport's errors */
  getWithKey(path: string, query?: Query, signal?: AbortSignal): Promise<HttpAnswer>;
  /**
   * What `read` makes of an answer that takes no key, from the cache while it is fresh there.
   * @param read throws for an answer that is not the service's; such a one is not kept, and one
   *   that was kept is asked for anew
   */
  getPublic<T>(address: Address, read: (answer: JsonAnswer) => T, signal?: AbortSignal): Promise<T>;
  /** A text of the service without the key, should it have been repeated there. */
  redact(text: string): string;
  /** Any path; with the key where there is one. */
  getRaw(url: URL, signal?: AbortSignal): Promise<HttpAnswer>;
  readonly baseUrl: URL;
  readonly signal: AbortSignal;
  readonly rangeParams: readonly [start: string, end: string];
  /** The same connection for calls that differ; what is left out stays as it is. */
  withOptions(call: CallOptions): Connection;
}

/** The version of the interface that this client speaks. */
const API_VERSION = "v1";

/** What a connection learns of the service. */
interface Learnt {
  /** Its version was warned of. */
  isWarned: boolean;
  /** How far its clock is ahead of this one, milliseconds. */
  ahead: number;
}

export function connect(options: ConnectionOptions): Connection {
  return connectionFor(options, { isWarned: false, ahead: 0 }, {});
}

function connectionFor(options: ConnectionOptions, learnt: Learnt, call: CallOptions): Connection {
  const { apiKey, redact } = options;
  const get = async (url: URL, headers: Record<string, string>, signal?: AbortSignal) => {
    const request = { headers, ...limitsOf(call), ...(signal !== undefined && { signal }) };
    const observer = call.observe?.();
    const answer = hidden(await options.transport.get(url, { ...request, observer }), redact);
    checkVersion(answer, learnt, options);
    return answer;
  };
  return {
    now: options.now,
    redact,
    serviceNow: () => options.now() + learnt.ahead,
    baseUrl: options.baseUrl,
    signal: options.signal,
    rangeParams: options.rangeParams,
    withOptions: (others) => connectionFor(options, learnt, { ...call, ...others }),
    async getWithKey(path, query, signal) {
      const url = resolvePath(options.baseUrl, path, query);
      const key = await apiKey();
      if (key === undefined) throw new MissingKeyError("no API key");
      const answer = await get(url, bearer(key, url), signal);
      const told = Date.parse(answer.headers.date ?? ""); // public answers may come from a cache
      if (!Number.isNaN(told)) learnt.ahead = told - options.now();
      return answer;
    },
    async getPublic({ path, query, freshUntil }, read, signal) {
      const isPublicPath = path.startsWith("/api/v1/public/");
      const base = isPublicPath ? options.publicBaseUrl : options.baseUrl;
      const url = resolvePath(base, path, query);
      const cached = options.cache?.read(url);
      if (cached !== undefined && isFresh(freshUntil, cached, options.now())) {
        const kept = attempt(() => read(parseJson(Buffer.from(cached.body), url.href)));
        if (kept !== undefined) {
          options.cache?.onHit?.(url, cached.storedAt);
          return kept.result;
        }
      }
      const json = readJson(await get(url, {}, signal), options.now());
      const result = read(json);
      if (freshUntil !== undefined) {
        options.cache?.write(url, { body: json.text, storedAt: options.now() });
      }
      return result;
    },
    async getRaw(url, signal) {
      const key = await apiKey();
      return get(url, key === undefined ? {} : bearer(key, url), signal);
    },
  };
}

function limitsOf({ timeout, retries }: CallOptions) {
  return {
    ...(timeout !== undefined && { timeoutMs: timeout }),
    ...(retries !== undefined && { retries }),
  };
}

function checkVersion(answer: HttpAnswer, learnt: Learnt, { onWarning }: ConnectionOptions): void {
  const version = answer.headers["x-api-version"];
  if (version === undefined || version === API_VERSION || learnt.isWarned) return;
  learnt.isWarned = true;
  onWarning?.(
    `the service speaks version ${version} of its interface and this client ${API_VERSION}; figures may be missing or mean something else`,
  );
}

/** What the service says beside its data is shown, and some repeat there what they were sent. */
function hidden(answer: HttpAnswer, redact: (text: string) => string): HttpAnswer {
  const entries = Object.entries(answer.headers);
  const headers = Object.fromEntries(entries.map(([name, text]) => [name, redact(text)]));
  if (isSuccess(answer.status)) return { ...answer, headers };
  return { ...answer, headers, body: Buffer.from(redact(answer.body.toString("utf8"))) };
}

/** What was stored in the future was stored by a clock that was wrong: nobody knows its age. */
function isFresh(
  freshUntil: Cadence | undefined,
  { storedAt }: CachedAnswer,
  now: number,
): boolean {
  return freshUntil !== undefined && storedAt <= now && now < freshUntil(storedAt);
}

/** @returns undefined when it threw */
function attempt<T>(work: () => T): { readonly result: T } | undefined {
  try {
    return { result: work() };
  } catch {
    return undefined;
  }
}

/** @throws {RefusedRequestError} when the key must not be sent there, or in no header at all */
function bearer(key: string, url: URL): Record<string, string> {
  assertSafeForKey(url);
  if (/^[\x21-\x7e]+$/.test(key)) return { authorization: `Bearer ${key}` };
  throw new RefusedRequestError("the API key is empty or has characters that no header can hold");
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
