import { carry, type Outcome, type Surroundings } from "./carry.js";
import { answer, faultyServer } from "./faulty-server.js";
import { NOW } from "./now.js";

/** A market with its settled events, newest first, as a service lists it. */
export interface ServedMarket {
  readonly id: number;
  readonly asset?: string | undefined;
  readonly events: readonly object[];
}

/** Public data of a service; a path that is not there answers 404. */
export interface ListedService {
  readonly markets: readonly ServedMarket[];
  /** Body of the market listing; by default one record per market. */
  readonly listing?: string | number;
  /** Body of the arbitrage listing. */
  readonly arbitrage?: string;
  /** Milliseconds since the epoch. */
  readonly now?: number;
}

/** Starts a service with markets, and returns how to run commands with it. */
export async function listedService({ markets, listing, arbitrage, now = NOW }: ListedService) {
  const date = { date: new Date(now).toUTCString() };
  const records = markets.map(({ id, asset }) => ({
    ...{ market_id: id, exchange: `x${id}`, symbol: `S${id}` },
    ...(asset !== undefined && { asset }),
  }));
  const byId = new Map(markets.map((market) => [market.id, market]));
  const server = await faultyServer((socket, request) => {
    const [path = ""] = (request.split(" ")[1] ?? "").split("?");
    const market = byId.get(Number(/\/funding\/history\/(\d+)/.exec(path)?.[1]));
    if (path.endsWith("/funding/markets")) {
      const body = listing ?? JSON.stringify({ data: records });
      socket.write(typeof body === "number" ? answer(body, "{}") : answer(200, body, date));
    } else if (path.endsWith("/funding/arbitrage") && arbitrage !== undefined) {
      socket.write(answer(200, arbitrage, date));
    } else if (market !== undefined) {
      socket.write(answer(200, JSON.stringify({ data: market.events }), date));
    } else {
      socket.write(answer(404, '{"code":"NOT_FOUND","message":"nothing here"}', date));
    }
  });
  const run = (argv: readonly string[], more: Surroundings = {}): Promise<Outcome> =>
    carry([...argv, "--base-url", server.url, "--retries", "0"], {
      clock: { now: () => now },
      ...more,
    });
  return { ...server, run };
}
