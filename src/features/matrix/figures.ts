import {
  prepareMarkets,
  type RankedEvents,
  type RankMarket,
} from "../../analytics/market/rate-market.js";
import {
  annualisedOver,
  type RankWindow,
  spreadOf,
} from "../../analytics/market/spread-windows.js";
import type { Measure } from "../../analytics/measure.js";
import { descending } from "../../base/decimal.js";
import { groupBy } from "../../base/group-by.js";
import type { NamedMarket } from "../../base/names/market-name.js";

/** A market with what its short side was paid. */
export interface RatedMarket {
  readonly market: NamedMarket;
  /** Percent of the notional per year. */
  readonly annualised: Measure;
}

/** The pair of an asset with the largest spread: long where the rate was lower. */
export interface BestPair {
  readonly long: NamedMarket;
  readonly short: NamedMarket;
  /** The short market's rate minus the long market's, percent of the notional per year. */
  readonly spread: Measure;
}

/** An asset with its markets; in the order of their ids. */
export interface MatrixAsset {
  readonly asset: string;
  readonly markets: readonly RatedMarket[];
  /** Undefined if no spread is known. */
  readonly best: BestPair | undefined;
}

export interface Matrix {
  /** The one with the largest spread first; those without one last, by name. */
  readonly assets: readonly MatrixAsset[];
  /** Markets without a listed asset, in the order of their ids. */
  readonly nameless: readonly RatedMarket[];
  /** Ids of markets with too few events to determine their spacing. */
  readonly unspaced: readonly number[];
}

/**
 * Rates markets by their settled funding over a window, as `funding rank` does.
 * src/features/matrix/explain.md.
 * @param now time up to which funding is known, milliseconds since the epoch
 */
export function matrixOf(
  named: readonly NamedMarket[],
  events: readonly RankedEvents[],
  window: RankWindow,
  now: number,
): Matrix {
  const { markets, scale, unspaced } = prepareMarkets(events);
  const prepared = new Map(markets.map((market) => [market.id, market]));
  const over = (...pair: readonly [RankMarket, RankMarket?]) =>
    annualisedOver(spreadOf(pair, scale, now), window);
  const rated = named
    .flatMap((market) => {
      const own = prepared.get(market.id);
      return own === undefined ? [] : [{ market, own, annualised: over(own) }];
    })
    .sort((a, b) => a.market.id - b.market.id);
  const byAsset = groupBy(rated, ({ market }) => market.asset?.toLowerCase());
  const assets = [...byAsset].flatMap(([key, all]): MatrixAsset[] => {
    const asset = all[0]?.market.asset ?? key;
    return asset === undefined ? [] : [{ asset, markets: all, best: bestOf(all, over) }];
  });
  return {
    assets: assets.sort(
      (a, b) =>
        descending(a.best?.spread.value ?? null, b.best?.spread.value ?? null) ||
        (a.asset < b.asset ? -1 : 1),
    ),
    nameless: byAsset.get(undefined) ?? [],
    unspaced,
  };
}

/** Returns the pair with the largest known spread, the one with lower ids of equal ones. */
function bestOf(
  markets: readonly { readonly market: NamedMarket; readonly own: RankMarket }[],
  over: (long: RankMarket, short: RankMarket) => Measure,
): BestPair | undefined {
  let best: BestPair | undefined;
  for (const [at, one] of markets.entries()) {
    for (const other of markets.slice(at + 1)) {
      const asGiven = over(one.own, other.own);
      const isTurned = asGiven.value?.lt(0) === true;
      const [long, short] = isTurned ? [other, one] : [one, other];
      const spread = isTurned ? over(long.own, short.own) : asGiven;
      if (descending(spread.value, best?.spread.value ?? null) >= 0) continue;
      best = { long: long.market, short: short.market, spread };
    }
  }
  return best;
}
