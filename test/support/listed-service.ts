import { listedInFull } from "./answers.js";
import { carry, type Outcome, type Surroundings } from "./carry.js";
import { answer, faultyServer } from "./faulty-server.js";
import { NOW } from "./now.js";
import { PORTFOLIO } from "./records.js";

/** A market with its settled events, newest first, as a service lists it. */
export interface ServedMarket {
  readonly id: number;
  readonly asset?: string | undefined;
  readonly events: readonly object[];
}

/** Public data of a service; a path that is not there answers 404. */
export interface ListedService {
  readonly markets: readonly ServedMarket[];
  /** A number is a status that refuses them; a text is the body of the listing. */
  readonly positions?: readonly object[] | number | string;
  /** Body of the market listing; by default one record per market. */
  readonly listing?: string | number;
  /** Milliseconds since the epoch; a function for a time that moves. */
  readonly now?: number | (() => number);
}

/** Starts a service with markets, and returns how to run commands with it. */
export async function listedService({
  markets,
  positions: listedPositions = [],
  listing,
  now: time = NOW,
}: ListedService) {
  const positions = typeof listedPositions === "object" ? listedPositions : [];
  const now = typeof time === "number" ? () => time : time;
  const records = markets.map(({ id, asset }) => ({
    ...{ market_id: id, exchange: `x${id}`, symbol: `S${id}` },
    ...(asset !== undefined && { asset }),
  }));
  const byId = new Map(markets.map((market) => [market.id, market]));
  const server = await faultyServer((socket, request) => {
    const date = { date: new Date(now()).toUTCString() };
    const [path = ""] = (request.split(" ")[1] ?? "").split("?");
    const market = byId.get(Number(/\/funding\/history\/(\d+)/.exec(path)?.[1]));
    const id = /\/v1\/positions\/([^/]+)$/.exec(path)?.[1];
    const full = id === undefined ? undefined : listedInFull(positions, id);
    const send = (body: object) => socket.write(answer(200, JSON.stringify(body), date));
    if (path.endsWith("/positions") && typeof listedPositions === "number") {
      socket.write(answer(listedPositions, "{}"));
    } else if (path.endsWith("/positions") && typeof listedPositions === "string") {
      socket.write(answer(200, listedPositions, date));
    } else if (path.endsWith("/positions")) send({ data: positions, next_cursor: null });
    else if (full !== undefined) send({ data: full });
    else if (path.endsWith("/funding/markets")) {
      const body = listing ?? JSON.stringify({ data: records });
      socket.write(typeof body === "number" ? answer(body, "{}") : answer(200, body, date));
    } else if (market !== undefined) {
      send({ data: market.events });
    } else {
      socket.write(answer(404, '{"code":"NOT_FOUND","message":"nothing here"}', date));
    }
  });
  const run = (
    argv: readonly string[],
    { env = { CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO }, ...more }: Surroundings = {},
  ): Promise<Outcome> =>
    carry(argv, {
      clock: { now },
      env: { CARRY_RETRIES: "0", CARRY_BASE_URL: server.url, ...env },
      ...more,
    });
  return { ...server, run };
}
