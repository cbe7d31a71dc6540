import { RUN_HOURS } from "../../analytics/funding/run.js";
import { LEAST_COVERED } from "../../analytics/funding/sum-of-periods.js";
import { hasConflicts, holesIn } from "../../analytics/market/market-periods.js";
import { runClock } from "../../analytics/market/run-clock.js";
import type { WorstWeek } from "../../analytics/market/worst-week.js";
import type { Measure } from "../../analytics/measure.js";
import { descending } from "../../base/decimal.js";
import { mapValues } from "../../base/map-values.js";
import { DAY_MS, HOUR_MS } from "../../base/time/periods.js";
import { prepareMarkets, type RankedEvents, type RankMarket } from "./market.js";
import {
  annualisedOver,
  RANK_DAYS,
  type RankWindow,
  type Spread,
  sumOfAll,
  worstWeekOver,
} from "./window.js";

/** A market, or a pair of markets, with its settled funding of 30 days. */
export interface Ranked {
  /** Market by itself, else the long side of a pair. */
  readonly long: number;
  readonly short?: number | undefined;
  /** Percent of the notional per year; of a pair the short side's rate minus the long side's. */
  readonly windows: Readonly<Record<RankWindow, Measure>>;
  readonly worstWeek: WorstWeek;
  /** Number of events of both sides that are missing, have no rate or conflict. */
  readonly holes: number;
  /** Ids of its markets whose events of the 30 days conflict. */
  readonly conflicting: readonly number[];
  /** Length of a period of the common clock, milliseconds. */
  readonly period: number;
}

/** What is ranked, and what is left out. */
export interface RankTerms {
  /** Time up to which funding is known, milliseconds since the epoch. */
  readonly now: number;
  /** Least covered days of the 30. */
  readonly minDays?: number | undefined;
  /** Most holes of both sides. */
  readonly maxHoles?: number | undefined;
}

/** The best first, by the worst 7 days. */
export interface Ranking {
  readonly ranked: readonly Ranked[];
  /** Number of pairs or markets before some were left out. */
  readonly judged: number;
  /** Number left out for too few covered days or too many holes. */
  readonly leftOut: number;
  /** Ids of markets with too few events to be ranked. */
  readonly unspaced: readonly number[];
  /** Ids of judged markets whose events of the 30 days conflict, in order. */
  readonly conflicting: readonly number[];
}

/** Windows of a rank, shortest first. */
export const RANK_WINDOWS = Object.keys(RANK_DAYS) as readonly RankWindow[];

/** Ranks markets by the funding that their short side was paid. docs/reference/figures/rank.md, "Rank". */
export function rankMarkets(inputs: readonly RankedEvents[], terms: RankTerms): Ranking {
  const { markets, scale, unspaced } = prepareMarkets(inputs);
  const all = markets.map((market) => rankedOf([market], scale, terms.now));
  return { ...ranking(all, terms), unspaced };
}

/**
 * Ranks pairs of markets by the spread of their settled rates, each pair once, long where the rate was
 * lower. docs/reference/figures/rank.md, "Rank".
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
  return { ...ranking(all, terms), unspaced };
}

type OneOrTwo = readonly [RankMarket, RankMarket?];

function rankedOf([one, other]: OneOrTwo, scale: number, now: number): Ranked {
  const both = other === undefined ? [one] : [one, other];
  const clock = runClock(both, RUN_HOURS["30d"], now);
  const [own, others] = [one.periodsOf(clock), other?.periodsOf(clock)];
  const all = { from: 0, to: clock.count };
  const asGiven: Spread = { clock, scale, plus: others ?? own, ...(others && { minus: own }) };
  const isTurned = other !== undefined && sumOfAll(asGiven) < 0;
  const spread: Spread = isTurned ? { ...asGiven, plus: own, minus: others } : asGiven;
  const [long, short] = isTurned ? [other.id, one.id] : [one.id, other?.id];
  return {
    ...{ long, short },
    windows: mapValues(RANK_DAYS, (_, window) => annualisedOver(spread, window)),
    worstWeek: worstWeekOver(spread),
    holes: holesIn(own) + (others === undefined ? 0 : holesIn(others)),
    conflicting: both.flatMap(({ id }, at) => {
      const periods = at === 0 ? own : others;
      return periods !== undefined && hasConflicts(periods, all) ? id : [];
    }),
    period: clock.period,
  };
}

function ranking(
  all: readonly Ranked[],
  { minDays = 0, maxHoles = Number.POSITIVE_INFINITY }: RankTerms,
): Omit<Ranking, "unspaced"> {
  const kept = all.filter(
    (it) =>
      (it.windows["30d"].coveredHours ?? 0) * HOUR_MS >= minDays * DAY_MS && it.holes <= maxHoles,
  );
  return {
    ranked: kept.sort(compareRanked),
    judged: all.length,
    leftOut: all.length - kept.length,
    conflicting: [...new Set(all.flatMap((it) => it.conflicting))].sort((a, b) => a - b),
  };
}

/** Compares by coverage, the worst 7 days, the 30 days, and then the ids. */
function compareRanked(a: Ranked, b: Ranked): number {
  return (
    Number(isCovered(b)) - Number(isCovered(a)) ||
    descending(a.worstWeek.value, b.worstWeek.value) ||
    descending(a.windows["30d"].value, b.windows["30d"].value) ||
    a.long - b.long ||
    (a.short ?? 0) - (b.short ?? 0)
  );
}

/** Reports whether at least 95 % of the 30 days are covered. */
export function isCovered({ windows: { "30d": month } }: Ranked): boolean {
  return (month.coveredHours ?? 0) * 100 >= (month.wantedHours ?? 0) * LEAST_COVERED;
}
