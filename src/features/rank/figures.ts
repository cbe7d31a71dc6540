import type { Big } from "big.js";
import { hasConflicts, holesIn } from "../../analytics/market/market-periods.js";
import {
  prepareMarkets,
  type RankedEvents,
  type RankMarket,
} from "../../analytics/market/rate-market.js";
import {
  annualisedOver,
  RANK_DAYS,
  type RankWindow,
  ratesOf,
  spreadOf,
  sumOfAll,
  worstWeekOver,
} from "../../analytics/market/spread-windows.js";
import { surenessOf } from "../../analytics/market/uncertainty.js";
import { mapValues } from "../../base/map-values.js";
import { DAY_MS, HOUR_MS } from "../../base/time/periods.js";
import { compareRanked } from "./compare.js";
import { sureMeanOf, withEstimates } from "./estimates.js";
import type { RankOrder } from "./orders.js";
import type { Ranked } from "./ranked.js";
import { type HeldOut, halvesOf, heldOutOf, tauSquaredOf } from "./shrunk.js";

/** What is ranked, and what is left out. */
export interface RankTerms {
  /** Time up to which funding is known, milliseconds since the epoch. */
  readonly now: number;
  /** Least covered days of the 30. */
  readonly minDays?: number | undefined;
  /** Most gaps of both sides. */
  readonly maxGaps?: number | undefined;
  /** By default `shrunk`; of markets by themselves `mean`. */
  readonly order?: RankOrder | undefined;
  /** Fee of a fill, a decimal fraction of its notional. */
  readonly fee?: Big | undefined;
}

/** The best first. */
export interface Ranking {
  readonly ranked: readonly Ranked[];
  /** What they are ordered by: `worst` instead of `shrunk` if τ² is unknown or 0. */
  readonly order: RankOrder;
  /** Variance of the true means of the judged pairs, percent per year squared. */
  readonly tauSquared?: number | undefined;
  readonly heldOut?: HeldOut | undefined;
  /** Number of pairs or markets before some were left out. */
  readonly judged: number;
  /** Number left out for too few covered days or too many gaps. */
  readonly leftOut: number;
  /** Ids of markets with too few events to be ranked. */
  readonly unspaced: readonly number[];
  /** Ids of judged markets whose events of the 30 days conflict, in order. */
  readonly conflicting: readonly number[];
}

/** Windows of a rank, shortest first. */
export const RANK_WINDOWS = Object.keys(RANK_DAYS) as readonly RankWindow[];

/** Ranks markets by the funding that their short side was paid. src/features/rank/explain.md, "Rank". */
export function rankMarkets(inputs: readonly RankedEvents[], terms: RankTerms): Ranking {
  const { markets, scale, unspaced } = prepareMarkets(inputs);
  const all = markets.map((market) => rankedOf([market], scale, terms.now));
  const { order = "mean" } = terms;
  return { ...ranking(all, { ...terms, order }), order, unspaced };
}

/**
 * Ranks pairs of markets by the spread of their settled rates, each pair once, long where the rate was
 * lower. src/features/rank/explain.md, "Rank".
 * @param groups markets that can be paired with each other
 */
export function rankPairs(groups: readonly (readonly RankedEvents[])[], terms: RankTerms): Ranking {
  const { markets, scale, unspaced } = prepareMarkets(groups.flat());
  const byId = new Map(markets.map((market) => [market.id, market]));
  const all: Ranked[] = [];
  for (const group of groups) {
    const known = group.flatMap(({ id }) => byId.get(id) ?? []).sort((a, b) => a.id - b.id);
    for (const [at, one] of known.entries()) {
      for (const other of known.slice(at + 1)) {
        all.push(rankedOf([one, other], scale, terms.now));
      }
    }
  }
  const tauSquared = tauSquaredOf(all.flatMap((it) => sureMeanOf(it) ?? []));
  const judged = all.map((it) => withEstimates(it, tauSquared, terms.fee));
  const { order: asked = "shrunk" } = terms;
  const order = asked === "shrunk" && !tauSquared ? "worst" : asked;
  const heldOut = heldOutOf(all.map(({ halves }) => halves));
  return { ...ranking(judged, { ...terms, order }), order, tauSquared, heldOut, unspaced };
}

function rankedOf(given: readonly [RankMarket, RankMarket?], scale: number, now: number): Ranked {
  const [one, other] = given;
  const asGiven = spreadOf(given, scale, now);
  const { clock, plus, minus } = asGiven;
  const isTurned = other !== undefined && sumOfAll(asGiven) < 0;
  const spread = minus && isTurned ? { ...asGiven, plus: minus, minus: plus } : asGiven;
  const all = { from: 0, to: clock.count };
  const rates = ratesOf(spread);
  const sureness = surenessOf(rates, clock.period);
  const yearly = { unit: "percent_per_year", base: "notional", asOf: clock.end } as const;
  const [long, short] = isTurned ? [other.id, one.id] : [one.id, other?.id];
  return {
    ...{ long, short },
    windows: mapValues(RANK_DAYS, (_, window) => annualisedOver(spread, window, sureness)),
    worstWeek: worstWeekOver(spread),
    shrunk: { value: null, ...yearly },
    net: { value: null, ...yearly },
    earnedIn: { value: null, unit: "days", asOf: clock.end },
    halves: halvesOf(rates),
    holes: holesIn(plus) + (minus === undefined ? 0 : holesIn(minus)),
    conflicting: [[one, minus ?? plus] as const, [other, plus] as const].flatMap(
      ([market, periods]) => (market !== undefined && hasConflicts(periods, all) ? market.id : []),
    ),
    period: clock.period,
  };
}

function ranking(
  all: readonly Ranked[],
  {
    minDays = 0,
    maxGaps = Number.POSITIVE_INFINITY,
    order,
  }: RankTerms & { readonly order: RankOrder },
): Omit<Ranking, "unspaced" | "order"> {
  const kept = all.filter(
    (it) =>
      (it.windows["30d"].coveredHours ?? 0) * HOUR_MS >= minDays * DAY_MS && it.holes <= maxGaps,
  );
  return {
    ranked: kept.sort((a, b) => compareRanked(a, b, order)),
    judged: all.length,
    leftOut: all.length - kept.length,
    conflicting: [...new Set(all.flatMap((it) => it.conflicting))].sort((a, b) => a - b),
  };
}
