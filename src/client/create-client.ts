import { createSecrets } from "../base/secrets.js";
import { systemClock } from "../base/time/clock.js";
import type { DoubtedTime } from "../base/time/doubted-clock.js";
import { VERSION } from "../base/version.js";
import { assertPathPrefix, type PathEvent, type PathMemory, parseBaseUrl } from "./base-url.js";
import { type Client, clientOver } from "./client.js";
import {
  type Believe,
  type ClassList,
  checkKey,
  connect,
  type OnDoubt,
  type PublicCache,
} from "./connection.js";
import { RefusedRequestError } from "./errors.js";
import { reusingAnswers } from "./http/reused-answers.js";
import { type AnswerEvent, createTransport, type RetryEvent } from "./http/transport.js";
import { createServiceTime } from "./service-time.js";

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
  /** Remembers under which prefix the listings were found, so that it is tried first. */
  readonly pathMemory?: PathMemory | undefined;
  /** Called when a listing is found under another path than the one tried first. */
  readonly onPathFound?: ((event: PathEvent) => void) | undefined;
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
  /** `carry-cli/<version>` when omitted. */
  readonly userAgent?: string | undefined;
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
  /** Removes secrets and parts of them where a message quotes the service; {@link redact} when omitted. */
  readonly redactQuote?: ((text: string) => string) | undefined;
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

/** Maximum of `timeout`, milliseconds: the longest of a timer. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Maximum of `retries`, as of the setting. */
const MAX_RETRIES = 20;

/** @throws {RefusedRequestError} for a key that no header can have, and for a number out of its range */
function checkOptions({ apiKey, timeout, retries }: ClientOptions): void {
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

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 4;

/**
 * Creates a client of the service. Sends nothing before its first call.
 * @throws {RefusedRequestError} for a base URL that is not http(s), or has credentials, a query or a
 *   fragment, and for options with which no request can be made
 */
export function createClient(options: ClientOptions): Client {
  const baseUrl = parseBaseUrl(String(options.baseUrl));
  assertPathPrefix(options.publicPaths);
  checkOptions(options);
  const { apiKey, signal = new AbortController().signal } = options;
  const clock = options.clock === undefined ? systemClock : measured(options.clock);
  const secrets = createSecrets();
  const redact = (text: string) => secrets.redact(options.redact?.(text) ?? text);
  const transport = createTransport({
    redact,
    redactQuote: redact,
    userAgent: options.userAgent ?? `carry-cli/${VERSION}`,
    timeoutMs: options.timeout ?? DEFAULT_TIMEOUT_MS,
    retries: options.retries ?? DEFAULT_RETRIES,
    connections: options.connections ?? 1,
    clock,
    random: options.random ?? Math.random,
    signal,
    env: options.env ?? process.env,
    ...(options.onRetry !== undefined && { onRetry: options.onRetry }),
    ...(options.onAnswer !== undefined && { onAnswer: options.onAnswer }),
  });
  const { reuseAnswers = 0 } = options;
  const connection = connect({
    transport: reuseAnswers > 0 ? reusingAnswers(transport, reuseAnswers, clock) : transport,
    baseUrl,
    publicBaseUrl:
      options.publicBaseUrl === undefined ? baseUrl : parseBaseUrl(String(options.publicBaseUrl)),
    publicPaths: {
      fixed: options.publicPaths,
      memory: options.pathMemory,
      onFound: options.onPathFound,
    },
    apiKey: async () => {
      const key = await (typeof apiKey === "function" ? apiKey() : apiKey);
      if (key !== undefined) secrets.add(key);
      return key;
    },
    now: clock.now,
    serviceTime: createServiceTime({
      now: clock.now,
      acceptClock: options.acceptClock ?? false,
      onApart: options.onClocksApart,
    }),
    signal,
    rangeParams: options.rangeParams ?? ["start", "end"],
    redactQuote: redact,
    onWarning: options.onWarning,
    onDoubt: options.onDoubt,
    believe: options.believe,
    classList: options.classList ?? "comma",
    cache: options.cache,
  });
  return clientOver(connection, () => transport.close());
}

/** Returns a clock that measures durations by its time of day if it has no `elapsed`. */
function measured(clock: NonNullable<ClientOptions["clock"]>) {
  return {
    now: () => clock.now(),
    elapsed: () => clock.elapsed?.() ?? clock.now(),
    sleep: (ms: number, signal?: AbortSignal) => clock.sleep(ms, signal),
  };
}
