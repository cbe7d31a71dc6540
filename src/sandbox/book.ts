import { assets, pick } from "./catalog.js";
import { createMarkets, type Ledger, type Market, openLedger } from "./market.js";
import { alterMarkets } from "./oddities.js";
import { hash, Salt } from "./random.js";
import { SANDBOX_PORTFOLIOS, type Scenarios, shapesOf } from "./scenarios.js";
import { createTimeline, openedAt } from "./timeline.js";

/** The data of one portfolio and the markets, whose size does not depend on the number of positions. */
export type Book = Readonly<ReturnType<typeof createBook>>;

/** The books of a sandbox, that of the first portfolio first. Their markets are the same. */
export type Books = readonly [Book, ...Book[]];

/** Creates the data set at `asOf` (ms since epoch) of the portfolio at `place` (from 0). */
export function createBook(
  seedOfMarkets: number,
  positions: number,
  asOf: number,
  scenarios: Scenarios = new Set(),
  publishLagMs = 0,
  place = 0,
) {
  const seed = place === 0 ? seedOfMarkets : hash(seedOfMarkets, place, Salt.portfolio);
  const timeline = createTimeline(seed, positions, asOf, shapesOf(scenarios));
  const markets = alterMarkets(createMarkets(seedOfMarkets), scenarios, asOf);
  const origin = openedAt(timeline, timeline.oldest);
  const ledgers = new Map<number, Ledger>();
  return {
    seed,
    scenarios,
    timeline,
    markets,
    portfolioId: pick(SANDBOX_PORTFOLIOS, place).id,
    /** Start time of the sandbox, ms since epoch. */
    start: asOf,
    /** Time after which a settled event is in the history, ms. */
    publishLagMs,
    /** Markets by asset, in the order of the assets listing. */
    byAsset: assets.map((asset) => markets.filter((market) => market.asset === asset)),
    ledger: (market: Market) => {
      const ledger = ledgers.get(market.id) ?? openLedger(market, origin);
      ledgers.set(market.id, ledger);
      return ledger;
    },
  };
}
