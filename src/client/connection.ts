import { BOUNDS } from "../base/bounds.js";
import { orElse } from "../base/functions.js";
import { shortened } from "../base/safe-text.js";
import { createSecrets } from "../base/secrets.js";
import { systemClock } from "../base/time/clock.js";
import { VERSION } from "../base/version.js";
import {
  type Address,
  assertSafeForKey,
  type Cadence,
  parseBaseUrl,
  type Query,
  resolvePath,
} from "./base-url.js";
import { MissingKeyError, RefusedRequestError } from "./errors.js";
import { type HttpAnswer, isSuccess } from "./http/answer.js";
import { createTransport, reusingAnswers } from "./http/transport.js";
import { type CachedAnswer, type CallOptions, type ClientOptions, checkKey } from "./options.js";
import { createServiceTime, type ServiceTime } from "./service-time.js";
import { readJson } from "./validate/answer.js";
import { type JsonAnswer, parseJson } from "./validate/json-source.js";

/** Sends requests to the service: public ones without the key, all others with it. */
export interface Connection
  extends Pick<ClientOptions, "publicPaths" | "onDoubt" | "believe" | "classList"> {
  readonly baseUrl: URL;
  /** Base URL of the `/api/v1/public` paths. */
  readonly publicBaseUrl: URL;
  /** Query parameters for the bounds of a time range, which the interface does not name. */
  readonly rangeParams: readonly [start: string, end: string];
  readonly serviceTime: ServiceTime;
  /** Ends every call when aborted. */
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** Removes secrets from texts of the service other than its data. */
  readonly redact: (text: string) => string;
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
  /** Closes the connections. */
  close(): Promise<void>;
}

/** Version of the interface that this client supports. */
const API_VERSION = "v1";

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 4;

/** @throws {RefusedRequestError} for a base URL that none can be */
export function connect(options: ClientOptions): Connection {
  const { publicBaseUrl, apiKey, cache, onWarning, reuseAnswers = 0 } = options;
  const baseUrl = parseBaseUrl(String(options.baseUrl));
  const clock = options.clock === undefined ? systemClock : measured(options.clock);
  const { now } = clock;
  const signal = options.signal ?? new AbortController().signal;
  const secrets = createSecrets();
  const redact = (text: string) => secrets.redact(options.redact?.(text) ?? text);
  const sent = createTransport({
    redact,
    userAgent: `carry-cli/${VERSION}`,
    timeoutMs: options.timeout ?? DEFAULT_TIMEOUT_MS,
    retries: options.retries ?? DEFAULT_RETRIES,
    connections: options.connections ?? 1,
    clock,
    random: options.random ?? Math.random,
    signal,
    env: options.env ?? process.env,
    onRetry: options.onRetry,
    onAnswer: options.onAnswer,
  });
  const transport = reuseAnswers > 0 ? reusingAnswers(sent, reuseAnswers, clock) : sent;
  const serviceTime = createServiceTime({
    now,
    acceptClock: options.acceptClock ?? false,
    onApart: options.onClocksApart,
  });
  const shared = {
    baseUrl,
    publicBaseUrl: publicBaseUrl === undefined ? baseUrl : parseBaseUrl(String(publicBaseUrl)),
    publicPaths: options.publicPaths,
    rangeParams: options.rangeParams ?? (["start", "end"] as const),
    classList: options.classList,
    onDoubt: options.onDoubt,
    believe: options.believe,
    serviceTime,
    signal,
    now,
    redact,
    close: transport.close,
  };
  const keyOf = async () => {
    const key = await (typeof apiKey === "function" ? apiKey() : apiKey);
    if (key !== undefined) secrets.add(key);
    return key;
  };
  const checkVersion = versionCheck(onWarning);

  const connectionWith = (call: CallOptions): Connection => {
    const get = async (url: URL, headers: Record<string, string>, signal?: AbortSignal) => {
      const { timeout: timeoutMs, retries } = call;
      const answer = await transport.get(url, { headers, timeoutMs, retries, signal });
      serviceTime.learn(answer);
      const shown = hidden(answer, redact);
      checkVersion(shown);
      return shown;
    };
    return {
      ...shared,
      withOptions: (others) => connectionWith({ ...call, ...others }),
      async getWithKey(path, query, signal) {
        const url = resolvePath(baseUrl, path, query);
        const key = await keyOf();
        if (key === undefined) throw new MissingKeyError("no API key");
        return get(url, bearer(key, url), signal);
      },
      async getPublic({ base = baseUrl, path, query, freshUntil }, read, signal) {
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
        const json = readJson(await get(url, {}, signal), now());
        const result = read(json);
        if (freshUntil !== undefined && serviceTime.doubted() === undefined) {
          cache?.write(url, { body: json.text, storedAt: now() });
        }
        return result;
      },
      async getRaw(url, signal) {
        const key = await keyOf();
        return get(url, key === undefined ? {} : bearer(key, url), signal);
      },
    };
  };
  return connectionWith({});
}

/** Returns a clock that measures durations by its time of day if it has no `elapsed`. */
function measured(clock: NonNullable<ClientOptions["clock"]>) {
  return {
    now: () => clock.now(),
    elapsed: () => clock.elapsed?.() ?? clock.now(),
    sleep: (ms: number, signal?: AbortSignal) => clock.sleep(ms, signal),
  };
}

/** Returns a function that warns once of an answer of another version of the interface. */
function versionCheck(onWarning: ClientOptions["onWarning"]) {
  let isWarned = false;
  return ({ headers }: HttpAnswer) => {
    const version = headers["x-api-version"];
    if (version === undefined || version === API_VERSION || isWarned) return;
    isWarned = true;
    const shown = shortened(version, BOUNDS.quoted.value);
    onWarning?.(
      `the service uses version ${shown} of its interface and this client ${API_VERSION}; figures may be missing or mean something else`,
    );
  };
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
