import { keyFault } from "../base/secrets.js";
import type { DoubtedTime } from "../base/time/doubted-clock.js";
import { assertPathPrefix } from "./base-url.js";
import { RefusedRequestError } from "./errors.js";
import type { AnswerEvent, RetryEvent } from "./http/transport.js";
import type { Position } from "./resources/records.js";

/** Options of `createClient`. */
export interface ClientOptions {
  /** Base URL of the service, such as `https://api.example.com`; may have a path prefix. */
  readonly baseUrl: string | URL;
  /** Base URL of the `/api/v1/public` paths; {@link baseUrl} when omitted. */
  readonly publicBaseUrl?: string | URL | undefined;
  /**
   * Prefix of the paths of the public listings below {@link publicBaseUrl}, such as `/v1`. When
   * omitted `/api/v1/public`, and `/v1` below the base URL for a listing that is not there (404).
   */
  readonly publicPaths?: string | undefined;
  /**
   * The bearer key for the calls that need one, or a function that returns it, called before each of
   * them. The key is sent to the origin of the base URL only, over https or to loopback.
   */
  readonly apiKey?: string | (() => string | undefined | Promise<string | undefined>) | undefined;
  /** Time limit of one attempt, from connecting to the last byte, ms; 30 000 when omitted. */
  readonly timeout?: number | undefined;
  /** Maximum number of retries of a failed request; 4 when omitted. */
  readonly retries?: number | undefined;
  /** Maximum number of connections to an origin; 1 when omitted. */
  readonly connections?: number | undefined;
  /** Ends every call of the client when aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Accepts the service's clock however far it is from this computer's; false when omitted. */
  readonly acceptClock?: boolean | undefined;
  /** Called once if the service's clock is more than a minute from {@link clock}. */
  readonly onClocksApart?: ((times: DoubtedTime) => void) | undefined;
  /** Query parameters for the bounds of a time range; `start` and `end` when omitted. */
  readonly rangeParams?: readonly [start: string, end: string] | undefined;
  /**
   * How long the same request gets the same successful answer, milliseconds, so that several calls
   * see one moment; 0 (not at all) when omitted.
   */
  readonly reuseAnswers?: number | undefined;
  /** Cache of public data; data that needs a key is never written to it. */
  readonly cache?: PublicCache | undefined;
  /**
   * Removes further secrets from texts of the service other than its data: headers, error messages,
   * quoted values. The client's own key is always removed, also a part of 8 or more characters.
   */
  readonly redact?: ((text: string) => string) | undefined;
  /** Called once if the service uses another version of its interface. */
  readonly onWarning?: ((message: string) => void) | undefined;
  /**
   * Called for each record that does not match the interface, which is then given with `NaN`, `?` or
   * null for what cannot be read of it; and for each word that the interface does not have. When
   * omitted, a call fails with the first record that does not match.
   */
  readonly onDoubt?: OnDoubt | undefined;
  /** Returns each position as it is given, in place of the one that was read; its text stays as sent. */
  readonly believe?: Believe | undefined;
  /**
   * How `asset_classes` are sent, which the interface does not show: `comma` (default) for one
   * parameter with commas, `repeat` for one parameter each.
   */
  readonly classList?: ClassList | undefined;
  /** Called before each wait for another attempt. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
  /** Called after each answer, redirects included. */
  readonly onAnswer?: ((event: AnswerEvent) => void) | undefined;
  /** Environment with HTTP_PROXY, HTTPS_PROXY and NO_PROXY; `process.env` when omitted. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * Source of time, milliseconds; the system's clock when omitted. `now` is the time of day since the
   * epoch; `elapsed`, by default the same, measures durations and waits.
   */
  readonly clock?:
    | {
        now(): number;
        elapsed?(): number;
        sleep(ms: number, signal?: AbortSignal): Promise<void>;
      }
    | undefined;
  /** Returns a number from 0 (inclusive) to 1 (exclusive), for jitter; `Math.random` when omitted. */
  readonly random?: (() => number) | undefined;
}

/** Options of some calls that differ from those of the client. */
export interface CallOptions {
  /** Time limit of one attempt, from connecting to the last byte, milliseconds. */
  readonly timeout?: number | undefined;
  /** Maximum number of retries of a failed request. */
  readonly retries?: number | undefined;
}

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

/** Maximum of `timeout`, milliseconds: the longest of a timer. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Maximum of `retries`, as of the setting. */
const MAX_RETRIES = 20;

/** @throws {RefusedRequestError} for a key that no header can have, and for a number out of its range */
export function checkOptions({ apiKey, timeout, retries, publicPaths }: ClientOptions): void {
  assertPathPrefix(publicPaths);
  if (typeof apiKey === "string") checkKey(apiKey);
  checkNumber("timeout", timeout, 1, MAX_TIMEOUT_MS);
  checkNumber("retries", retries, 0, MAX_RETRIES);
}

function checkNumber(name: string, value: number | undefined, least: number, most: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) return;
  throw new RefusedRequestError(
    `${name} is ${value}: a whole number from ${least} to ${most} is needed`,
  );
}

/** @throws {RefusedRequestError} for a key that no header can have */
export function checkKey(key: string): void {
  const fault = keyFault(key);
  if (fault !== undefined) throw new RefusedRequestError(`apiKey ${fault}`);
}
