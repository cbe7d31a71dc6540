import { BOUNDS } from "../base/bounds.js";
import { orElse } from "../base/functions.js";
import { shortened } from "../base/safe-text.js";
import { keyFault } from "../base/secrets.js";
import { isLoopback, type PublicPaths, type Query, resolvePath } from "./base-url.js";
import { MissingKeyError, RefusedRequestError } from "./errors.js";
import { type HttpAnswer, isSuccess } from "./http/answer.js";
import type { RequestObserver, Transport } from "./http/transport.js";
import type { Address, Cadence } from "./resources/endpoint.js";
import type { Position } from "./resources/records.js";
import type { ServiceTime } from "./service-time.js";
import { readJson } from "./validate/answer.js";
import { type JsonAnswer, parseJson } from "./validate/json-source.js";

/** Something in an answer that does not fit the interface or the request. */
export type Doubt =
  /** A record does not match the interface. It is kept; what cannot be read of it is unknown. */
  | {
      readonly kind: "unreadable";
      /** The record by its id, or its place in the answer. */
      readonly record: string;
      /** The first field that cannot be read, what was expected and what was sent. */
      readonly problem: string;
    }
  /** A field has a word that the interface does not have. The record is kept as sent. */
  | {
      readonly kind: "unknown_value";
      readonly record: string;
      readonly field: string;
      readonly value: string;
    }
  /** A record matches the interface, and has a value that cannot be true: it is in no figure. */
  | {
      readonly kind: "implausible";
      /** Names the value and its record. */
      readonly value: string;
    };

/** Called for each doubt. */
export type OnDoubt = (doubt: Doubt) => void;

/** Options of some calls that differ from those of the client. */
export interface CallOptions {
  /** Time limit of one attempt, from connecting to the last byte, milliseconds. */
  readonly timeout?: number | undefined;
  /** Maximum number of retries of a failed request. */
  readonly retries?: number | undefined;
  /** Called for each request; the observer that it returns follows the request to its end. */
  readonly observe?: (() => RequestObserver) | undefined;
}

/** Options of a connection to the service. */
export interface ConnectionOptions {
  readonly transport: Transport;
  readonly baseUrl: URL;
  /** Base URL of the `/api/v1/public` paths. */
  readonly publicBaseUrl: URL;
  readonly publicPaths: PublicPaths;
  /** Returns the key for a call that needs one; undefined without a key. */
  readonly apiKey: () => Promise<string | undefined>;
  readonly now: () => number;
  readonly serviceTime: ServiceTime;
  /** Ends every call when aborted. */
  readonly signal: AbortSignal;
  /** Query parameters for the bounds of a time range, which the interface does not name. */
  readonly rangeParams: readonly [start: string, end: string];
  /** Removes secrets from texts of the service other than its data. */
  readonly redactQuote: (text: string) => string;
  /** Called once if the service uses another version of the interface than this client. */
  readonly onWarning: ((message: string) => void) | undefined;
  /** Called for each doubt; when undefined, an unreadable record is an error. */
  readonly onDoubt: OnDoubt | undefined;
  /** Returns a position as it is given, in place of the one that was read; its text stays as sent. */
  readonly believe?: Believe | undefined;
  /** How a list of asset classes is sent: in one parameter, or one each. */
  readonly classList: ClassList;
  /** Cache of public data; data that needs a key is never written to it. */
  readonly cache: PublicCache | undefined;
}

/** Returns a position without what cannot be true. */
export type Believe = <P extends Position>(position: P) => P;

/** How a list of asset classes is sent, which the interface does not show: `a,b`, or repeated. */
export type ClassList = "comma" | "repeat";

/** A cache of public answers. It may drop anything at any time, and never throws. */
export interface PublicCache {
  /** Returns the cached answer for a URL, whatever its age. */
  read(url: URL): CachedAnswer | undefined;
  write(url: URL, answer: CachedAnswer): void;
  /** Called when an answer of {@link read} is used; `storedAt` is milliseconds since the epoch. */
  onHit?(url: URL, storedAt: number): void;
}

/** A cached public answer. */
export interface CachedAnswer {
  /** The body as the service sent it. */
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly storedAt: number;
}

/** Sends requests to the service: public ones without the key, all others with it. */
export interface Connection
  extends Omit<
    ConnectionOptions,
    "transport" | "publicBaseUrl" | "apiKey" | "onWarning" | "cache"
  > {
  /** @throws {MissingKeyError} {@link RefusedRequestError} and the transport's errors */
  getWithKey(path: string, query?: Query, signal?: AbortSignal): Promise<HttpAnswer>;
  /**
   * Returns the result of `read` for a public answer, from the cache while that is fresh.
   * @param read throws for an answer that does not match the interface; such an answer is not
   *   cached, and is fetched again if it came from the cache
   */
  getPublic<T>(address: Address, read: (answer: JsonAnswer) => T, signal?: AbortSignal): Promise<T>;
  /** Fetches any URL; with the key, if there is one. */
  getRaw(url: URL, signal?: AbortSignal): Promise<HttpAnswer>;
  /** Returns the same connection with other options; those left out stay as they are. */
  withOptions(call: CallOptions): Connection;
}

/** Version of the interface that this client supports. */
const API_VERSION = "v1";

/** What a connection has learnt about the service. */
interface Learnt {
  /** Whether its version was warned about. */
  isWarned: boolean;
}

export function connect(options: ConnectionOptions): Connection {
  return connectionFor(options, { isWarned: false }, {});
}

function connectionFor(options: ConnectionOptions, learnt: Learnt, call: CallOptions): Connection {
  const { transport, publicBaseUrl, apiKey, onWarning, cache, ...shared } = options;
  const { baseUrl, now, redactQuote, serviceTime } = shared;
  const get = async (url: URL, headers: Record<string, string>, signal?: AbortSignal) => {
    const { timeout, retries, observe } = call;
    const request = {
      headers,
      ...(timeout !== undefined && { timeoutMs: timeout }),
      ...(retries !== undefined && { retries }),
      ...(signal !== undefined && { signal }),
      observer: observe?.(),
    };
    const answer = hidden(await transport.get(url, request), redactQuote);
    serviceTime.learn(answer);
    checkVersion(answer, learnt, onWarning);
    return answer;
  };
  return {
    ...shared,
    withOptions: (others) => connectionFor(options, learnt, { ...call, ...others }),
    async getWithKey(path, query, signal) {
      const url = resolvePath(baseUrl, path, query);
      const key = await apiKey();
      if (key === undefined) throw new MissingKeyError("no API key");
      return get(url, bearer(key, url), signal);
    },
    async getPublic({ path, query, freshUntil, isPublicBase = false }, read, signal) {
      const base = isPublicBase ? publicBaseUrl : baseUrl;
      const url = resolvePath(base, path, query);
      const cached = freshUntil && cache?.read(url);
      if (cached !== undefined && isFresh(freshUntil, cached, now())) {
        const kept = orElse(
          () => ({ result: read(parseJson(Buffer.from(cached.body), url.href)) }),
          undefined,
        );
        if (kept !== undefined) {
          cache?.onHit?.(url, cached.storedAt);
          return kept.result;
        }
      }
      const answer = await get(url, {}, signal);
      const json = readJson(answer, now());
      const result = read(json);
      if (freshUntil !== undefined && serviceTime.doubted() === undefined) {
        cache?.write(url, { body: json.text, storedAt: now() });
      }
      return result;
    },
    async getRaw(url, signal) {
      const key = await apiKey();
      return get(url, key === undefined ? {} : bearer(key, url), signal);
    },
  };
}

function checkVersion(
  answer: HttpAnswer,
  learnt: Learnt,
  onWarning: ConnectionOptions["onWarning"],
): void {
  const version = answer.headers["x-api-version"];
  if (version === undefined || version === API_VERSION || learnt.isWarned) return;
  learnt.isWarned = true;
  const shown = shortened(version, BOUNDS.quoted.value);
  onWarning?.(
    `the service uses version ${shown} of its interface and this client ${API_VERSION}; figures may be missing or mean something else`,
  );
}

/** Redacts the headers, and the body of an error: both are shown and may repeat what was sent. */
function hidden(answer: HttpAnswer, redact: (text: string) => string): HttpAnswer {
  const entries = Object.entries(answer.headers);
  const headers = Object.fromEntries(entries.map(([name, text]) => [name, redact(text)]));
  if (isSuccess(answer.status)) return { ...answer, headers };
  return { ...answer, headers, body: Buffer.from(redact(answer.body.toString("utf8"))) };
}

/** An answer stored in the future is not fresh: its age is unknown, since a clock was wrong. */
function isFresh(
  freshUntil: Cadence | undefined,
  { storedAt }: CachedAnswer,
  now: number,
): boolean {
  return freshUntil !== undefined && storedAt <= now && now < freshUntil(storedAt);
}

/** @throws {RefusedRequestError} for an unsafe URL, or a key that is not valid in a header */
function bearer(key: string, url: URL): Record<string, string> {
  assertSafeForKey(url);
  checkKey(key);
  return { authorization: `Bearer ${key}` };
}

/** Refuses to send the key over a connection that others can read. @throws {RefusedRequestError} */
export function assertSafeForKey(url: URL): void {
  if (url.protocol === "https:" || isLoopback(url)) return;
  throw new RefusedRequestError(
    `the API key is not sent to ${url.origin}: plain http is not encrypted`,
    "use an https base URL; http is accepted for loopback only",
  );
}

/** @throws {RefusedRequestError} for a key that no header can have */
export function checkKey(key: string): void {
  const fault = keyFault(key);
  if (fault !== undefined) throw new RefusedRequestError(`apiKey ${fault}`);
}
