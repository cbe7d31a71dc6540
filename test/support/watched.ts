import { answer, faultyServer } from "./faulty-server.js";
import { NOW } from "./now.js";
import { PORTFOLIO, performance, position } from "./records.js";
import { createTestClock, type TestClock, type Watching, watching } from "./watching.js";

export type Positions = readonly Record<string, unknown>[];

/** Answers of a service. */
export interface Served {
  positions: Positions;
  /** Status to answer instead of the positions. */
  failure: Buffer | undefined;
  /** Positions are answered once this resolves. */
  held: Promise<void> | undefined;
  /** The settled funding of a market, by its id; held as long as it does not resolve. */
  funding: (marketId: number) => Promise<Buffer>;
}

/** A service that sends the answers set last by the test. */
export interface WatchedService {
  readonly served: Served;
  readonly env: Readonly<Record<string, string>>;
  /** Heads of the requests for positions, oldest first. */
  readonly requests: readonly string[];
  /** Ids of the markets whose funding was requested, oldest first. */
  readonly markets: readonly number[];
}

export async function watchedService(first: Positions): Promise<WatchedService> {
  const served: Served = {
    positions: first,
    failure: undefined,
    held: undefined,
    funding: async () => answer(200, '{"data":[]}'),
  };
  const requests: string[] = [];
  const markets: number[] = [];
  const { url } = await faultyServer(async (socket, request) => {
    const market = /^GET \/v1\/funding\/history\/(\d+)/.exec(request)?.[1];
    if (market !== undefined) {
      markets.push(Number(market));
      socket.write(await served.funding(Number(market)));
      return;
    }
    requests.push(request);
    await served.held;
    const body = JSON.stringify({ data: served.positions, next_cursor: null });
    socket.write(served.failure ?? answer(200, body));
  });
  const env = { CARRY_BASE_URL: url, CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO };
  return { served, env, requests, markets };
}

export const earning = (n: number, asset: string, net: number | null) =>
  position(n, { asset, performance: performance({ net_pnl: net }) });

export const THREE = [earning(1, "BTC", 300), earning(2, "ETH", 100), earning(3, "SOL", 200)];

export interface Watched extends Watching, WatchedService {
  readonly clock: TestClock;
}

interface WatchOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  readonly start?: number;
}

/** A screen of a round with its settled funding. */
const WHOLE = /^(?![\s\S]*asking for )[\s\S]*\[1\]Now/;

/** Starts a watch of these positions with their performance, and waits for its first screen. */
export async function watch(
  positions: Positions,
  words: readonly string[] = [],
  { env, start = NOW, ...size }: WatchOptions = {},
): Promise<Watched> {
  const service = await watchedService(positions);
  const clock = createTestClock(start);
  const argv = ["watch", ...words];
  const terminal = watching(argv, { env: { ...service.env, ...env }, clock, ...size });
  await terminal.shows(WHOLE);
  return { ...terminal, ...service, clock };
}
