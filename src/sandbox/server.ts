import { once as listening } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { once } from "../base/functions.js";
import { type Books, createBook } from "./book.js";
import { Refusal } from "./query.js";
import { hash, Salt, unit } from "./random.js";
import { answer, SANDBOX_KEY, SANDBOX_LIMITED_KEY } from "./routes.js";
import {
  DEFAULT_POSITIONS,
  DEFAULT_SEED,
  SANDBOX_PORTFOLIOS,
  type SandboxPortfolio,
  type ScenarioName,
} from "./scenarios.js";

/** Options of the sandbox. */
export interface SandboxOptions {
  /** Returns the time, ms since epoch, which determines all data. */
  now: () => number;
  /** TCP port; 0, the default, selects a free one. */
  port?: number | undefined;
  /** Seed of portfolio and markets; an integer, by default 1. */
  seed?: number | undefined;
  /** Number of positions of each portfolio at the start, 0 to 1,000,000, by default 24. */
  positions?: number | undefined;
  /** Number of portfolios, 1 to 5, by default 1. */
  portfolios?: number | undefined;
  /** Time after which a settled event is in the history, ms; by default 0. */
  publishLagMs?: number | undefined;
  /** Delay of each answer, ms. */
  latencyMs?: number | undefined;
  /** Share of requests that fail, 0 to 1; reproducible for a seed. */
  failRate?: number | undefined;
  /** Scenarios of the data set, by default none. */
  scenarios?: readonly ScenarioName[] | undefined;
}

/** A running sandbox; its keys and its portfolios are constant and not secret. */
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** A fault of a request: an error answer, or a broken connection. */
type Fault = Refusal | "reset";

const kinds: readonly (() => Fault)[] = [
  () => new Refusal(500, "INTERNAL_ERROR", "a fault put in on purpose"),
  () => new Refusal(503, "SERVICE_UNAVAILABLE", "a fault put in on purpose"),
  () => new Refusal(429, "RATE_LIMITED", "too many requests", { "retry-after": "0" }),
  () => new Refusal(429, "RATE_LIMITED", "too many requests", { "retry-after": "1" }),
  () => "reset",
];

/** Returns the fault of a request (from 0), or null; the seed selects the share `failRate` that fails. */
function faultOf(seed: number, request: number, failRate: number): Fault | null {
  if (unit(seed, request, Salt.fault) >= failRate) return null;
  return kinds[hash(seed, request, Salt.fault + 1) % kinds.length]?.() ?? null;
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>>,
  now: number,
): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    date: new Date(now).toUTCString(),
    ...headers,
  });
  response.end(text);
}

function refuse(response: ServerResponse, refusal: Refusal, now: number): void {
  const { code, message } = refusal;
  send(response, refusal.status, { code, message }, refusal.headers, now);
}

function respond(
  books: Books,
  request: IncomingMessage,
  response: ServerResponse,
  now: number,
): void {
  try {
    const { body, headers } = answer(books, request, now);
    send(response, 200, body, headers, now);
  } catch (error) {
    const refusal =
      error instanceof Refusal ? error : new Refusal(500, "INTERNAL_ERROR", String(error));
    refuse(response, refusal, now);
  }
}

function serve(
  { now, seed = DEFAULT_SEED, latencyMs = 0, failRate = 0 }: SandboxOptions,
  books: Books,
  closing: AbortSignal,
): Server {
  let requests = 0;
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const fault = faultOf(seed, requests, failRate);
    requests += 1;
    if (latencyMs > 0) {
      await wait(latencyMs, undefined, { signal: closing });
    }
    if (fault === "reset") {
      request.socket.resetAndDestroy();
    } else if (fault !== null) {
      refuse(response, fault, now());
    } else if (request.url === "/openapi.json") {
      const { openApi } = await import("../client/resources/openapi.js");
      send(response, 200, openApi(`http://${request.headers.host}`), {}, now());
    } else {
      respond(books, request, response, now());
    }
  };
  return createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    // The only wait ends early if the sandbox closes; then the answer is not needed.
    handle(request, response).catch(() => request.socket.destroy());
  });
}

/** Serves the interface on 127.0.0.1; seed and clock determine all data. @throws if the port is in use */
export async function startSandbox(options: SandboxOptions) {
  const { now, seed = DEFAULT_SEED, positions = DEFAULT_POSITIONS, publishLagMs = 0 } = options;
  const [start, scenarios] = [now(), new Set(options.scenarios)];
  const bookOf = (place: number) =>
    createBook(seed, positions, start, scenarios, publishLagMs, place);
  const portfolios: readonly SandboxPortfolio[] = SANDBOX_PORTFOLIOS.slice(
    0,
    options.portfolios ?? 1,
  );
  const others = portfolios.slice(1).map((_, place) => bookOf(place + 1));
  const closing = new AbortController();
  const server = serve(options, [bookOf(0), ...others], closing.signal);
  await listening(server.listen(options.port ?? 0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      closing.abort();
      server.closeAllConnections();
    });
  return {
    /** Base URL, without a trailing slash. */
    url: `http://127.0.0.1:${port}`,
    /** The first portfolio. */
    portfolioId: SANDBOX_PORTFOLIOS[0].id,
    portfolios,
    /** Key with full access. */
    apiKey: SANDBOX_KEY,
    /** Valid key without the scope, which is answered with 403. */
    limitedKey: SANDBOX_LIMITED_KEY,
    /** Stops at once, including open connections and pending answers. */
    close: once(close),
  };
}
