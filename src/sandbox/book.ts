import { alterMarkets } from "./altered-markets.js";
import { assets } from "./catalog.js";
import { type Ledger, openLedger } from "./ledger.js";
import { createMarkets, type Market } from "./market.js";
import { type Scenarios, shapesOf } from "./scenarios.js";
import { createTimeline, openedAt } from "./timeline.js";

/** The whole data set, whose size does not depend on the number of positions. */
export type Book = Readonly<ReturnType<typeof createBook>>;

/** The same in every sandbox, and not secret. */
const SANDBOX_PORTFOLIO = "7f3c1a52-9b0e-4c6d-8a21-5d0e4b7c9f10";

/** Creates the data set at `asOf` (ms since epoch). */
export function createBook(
  seed: number,
  positions: number,
  asOf: number,
  scenarios: Scenarios = new Set(),
  publishLagMs = 0,
) {
  const timeline = createTimeline(seed, positions, asOf, shapesOf(scenarios));
  const markets = alterMarkets(createMarkets(seed), scenarios, asOf);
  const origin = openedAt(timeline, timeline.oldest);
  const ledgers = new Map<number, Ledger>();
  return {
    ...{ seed, scenarios, timeline, markets },
    portfolioId: SANDBOX_PORTFOLIO,
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
