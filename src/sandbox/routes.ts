import type { IncomingMessage } from "node:http";
import type { ServicePath } from "../client/resources/registry.js";
import type { Books } from "./book.js";
import { onePosition, positionsPage } from "./positions.js";
import {
  arbitrageRecords,
  assetRecords,
  fundingDays,
  fundingEvents,
  marketRecords,
} from "./public-data.js";
import {
  notFound,
  parseAssetClasses,
  parseMarketId,
  parseRange,
  parseResolution,
  Refusal,
} from "./query.js";

/** Full access to the sandbox. Not secret: the sandbox is reachable from this machine only. */
export const SANDBOX_KEY = "sandbox-full-access-key";

/** A valid key without the scope for positions. Not secret either. */
export const SANDBOX_LIMITED_KEY = "sandbox-no-scope-key";

/** Accepts a request with the full key. @throws {Refusal} 401 or 403 for any other key */
function requireAccess(authorization: string | undefined): void {
  const key = /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  if (key === SANDBOX_LIMITED_KEY) {
    throw new Refusal(403, "FORBIDDEN", "API key lacks the required scope");
  }
  if (key === SANDBOX_KEY) return;
  const headers = { "www-authenticate": "Bearer" };
  throw new Refusal(401, "UNAUTHORIZED", "API key missing or invalid", headers);
}

interface Route {
  readonly guarded?: true;
  readonly headers?: Readonly<Record<string, string>>;
  /** Returns the body; `id` is the variable part of the path, `now` is in ms since epoch. */
  answer(books: Books, id: string, query: URLSearchParams, now: number): unknown;
}

function history([book]: Books, id: string, query: URLSearchParams, now: number) {
  const marketId = parseMarketId(id);
  const points = parseResolution(query) === "1d" ? fundingDays : fundingEvents;
  const range = parseRange(query);
  const market = book.markets[marketId - 1];
  if (market === undefined) throw notFound("market");
  return { data: points(market, range, now, now - book.publishLagMs) };
}

/** Routes of all paths of the service; a missing one is a type error. */
const ROUTES: Readonly<Record<ServicePath, Route>> = {
  "/v1/portfolios/{portfolio_id}/positions": {
    guarded: true,
    headers: { "x-api-version": "v1" },
    answer: positionsPage,
  },
  "/v1/positions/{position_id}": {
    guarded: true,
    answer: (books, id, _query, now) => ({ data: onePosition(books, id, now) }),
  },
  "/v1/funding/history/{market_id}": { answer: history },
  "/v1/assets": {
    answer: ([book], _id, query) => ({ data: assetRecords(book, parseAssetClasses(query)) }),
  },
  "/api/v1/public/funding/markets": {
    answer: ([book], _id, _query, now) => ({ data: marketRecords(book, now) }),
  },
  "/api/v1/public/funding/arbitrage": {
    answer: ([book], _id, _query, now) => ({ data: arbitrageRecords(book, now) }),
  },
};

const PATTERNS = Object.entries(ROUTES).map(
  ([path, route]) => [new RegExp(`^${path.replace(/\{\w+\}/, "([^/]+)")}$`), route] as const,
);

/** Answers a request at `now` (ms): the body to serialize, and additional headers. @throws {Refusal} */
export function answer(books: Books, { method, url = "/", headers }: IncomingMessage, now: number) {
  const [path = "", ...parameters] = url.split("?");
  const query = new URLSearchParams(parameters.join("?"));
  for (const [pattern, route] of PATTERNS) {
    const match = pattern.exec(path);
    if (match === null) continue;
    if (method !== "GET") {
      throw new Refusal(405, "METHOD_NOT_ALLOWED", "only GET is allowed", { allow: "GET" });
    }
    if (route.guarded) requireAccess(headers.authorization);
    return {
      body: route.answer(books, match[1] ?? "", query, now),
      headers: route.headers ?? {},
    };
  }
  throw notFound("path");
}
