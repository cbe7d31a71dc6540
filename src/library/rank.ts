import { pairsOf } from "../analytics/market/held-markets.js";
import { unfetchedOf } from "../analytics/market/rate-market.js";
import { listedMarket } from "../base/names/listed-market.js";
import { onceEach } from "../base/names/market-name.js";
import type { Position } from "../client/resources/records.js";
import { RANK_OPTIONS, refuseForMarkets } from "../features/rank/options.js";
import { shownRanking } from "../features/rank/ranking.js";
import { rankAnswer } from "../features/rank/record.js";
import { type Facts, historyOf } from "./facts.js";
import type { Result } from "./result.js";
import { typedValues } from "./typed.js";

/** What is ranked, and how, as typed for `carry funding rank`. */
export interface RankOptions {
  /** Default: `pair`. */
  readonly by?: "pair" | "market" | undefined;
  /** Default: `shrunk`; of markets `mean`. */
  readonly order?: "shrunk" | "worst" | "mean" | "7d" | undefined;
  /** Fee of a fill: `5bps`, `0.05%`. */
  readonly fee?: string | undefined;
  /** Least covered days of the 30. */
  readonly minDays?: number | undefined;
  /** Most missing events in the 30 days. */
  readonly maxGaps?: number | undefined;
  /** Number of rows; default: all. */
  readonly top?: number | undefined;
  /** Open positions whose pairs are marked; default: no row says whether it is held. */
  readonly positions?: readonly Position[] | undefined;
}

/**
 * Ranks the pairs of markets of one asset, or markets, by what they settled in 30 days, as
 * `carry funding rank -o json` prints it, the best first.
 * @param markets records of `client.funding.markets()` with an id; asset, exchange and symbol if known
 * @returns rates in percent of the notional a year; null where less than 95 % of a window is covered
 * @throws {UsageError} if an option is invalid, or is one of pairs while markets are ranked
 */
export function rankOf(
  markets: readonly unknown[],
  facts: Facts,
  { positions, ...typed }: RankOptions = {},
): Result {
  const asked = typedValues(RANK_OPTIONS, typed);
  refuseForMarkets(asked);
  const named = onceEach(markets.map(listedMarket));
  const eventsOf = historyOf(facts);
  const events = named.flatMap(({ id }) => {
    const points = eventsOf(id);
    return points === undefined ? [] : [{ id, events: points }];
  });
  const held = asked.by === "market" ? undefined : positions && pairsOf(positions);
  const source = { markets: named, events, unfetched: unfetchedOf(named, events), now: facts.now };
  const asIs = { assets: [], archive: undefined };
  const shown = shownRanking({ ...source, ...asIs, held }, asked);
  return rankAnswer(shown.by, shown).json(shown).value;
}
