import { createSecrets } from "../base/secrets.js";
import { systemClock } from "../base/time/system-clock.js";
import { VERSION } from "../base/version.js";
import { parseBaseUrl } from "./base-url.js";
import { type Client, clientOver } from "./client.js";
import { checkKey, connect } from "./connection.js";
import { RefusedRequestError } from "./errors.js";
import { reusingAnswers } from "./http/reused-answers.js";
import { createTransport } from "./http/transport.js";
import type { ClientOptions } from "./options.js";
import { assertPathPrefix } from "./public-paths.js";
import { createServiceTime } from "./service-time.js";

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
  const redactQuote = (text: string) => secrets.redactQuote((options.redactQuote ?? redact)(text));
  const transport = createTransport({
    redact,
    redactQuote,
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
    redactQuote,
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
