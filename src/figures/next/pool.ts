import { type Common, commonOf, type Days, estimateOf, type Moments, momentsUntil } from "./fit.js";

/** Days of a series. */
export const LAST_DAY = 30;
/** Days that a range is for. */
export const WEEK_DAYS = 7;
/** The day as of which last week's ranges are made, and the one by whose week their width is. */
const WEEK_AGO = LAST_DAY - WEEK_DAYS;
const TWO_WEEKS_AGO = WEEK_AGO - WEEK_DAYS;

const MOST_MARKETS = 32;
const LEAST_SCORED = 5;
/** 80 % of a normal variable lie within so many standard deviations. */
export const NORMAL_80 = 1.2816;
/** Number of pairs of a normal pool that a width is weighed with. */
const PRIOR = 10;
const WIDEST = 6;

/** A market that open positions hold. */
interface HeldMarket {
  readonly id: number;
  /** Sum of what its held legs are worth today, long and short ones, USD; null if unknown. */
  readonly notional: number | null;
}

/**
 * Returns the unordered pairs of markets, long the lower id: of the 32 of largest notional, the lower id of
 * equal ones, an unknown notional last. @param markets each once
 */
export function pairsOfMarkets(
  markets: readonly HeldMarket[],
): { readonly long: number; readonly short: number }[] {
  const largest = markets
    .toSorted((a, b) => (b.notional ?? -1) - (a.notional ?? -1) || a.id - b.id)
    .slice(0, MOST_MARKETS);
  const ids = largest.map(({ id }) => id).sort((a, b) => a - b);
  return ids.flatMap((long, at) => ids.slice(at + 1).map((short) => ({ long, short })));
}

/** What pairs say of the range of a subject, and of how well such ranges did. */
export interface Pool {
  /** As of day 30; undefined where no pair takes part, so that nothing can be said of the next days. */
  readonly common: Common | undefined;
  /** Half the width of a range, standard errors, at most 6; undefined for fewer than 5 scored pairs. */
  readonly q: number | undefined;
  /** Returns the range that would have been printed 7 days ago; undefined where it cannot be scored. */
  readonly lastWeek: (days: Days) => LastWeek | undefined;
  /**
   * Returns how many of last week's ranges held: of positions where 5 can be scored, else of the pool.
   * Undefined where there were too few pairs for a range a week ago.
   */
  readonly record: (positions: readonly Days[]) => PoolRecord | undefined;
}

/** A range of a week ago, and what that week came to, percent of the notional. */
export interface LastWeek {
  readonly sum: number;
  readonly low: number;
  readonly high: number;
  readonly happened: number;
}

/** How many ranges held what they said, their ends included. */
export interface PoolRecord {
  readonly held: number;
  readonly of: number;
}

/** Returns the pool of some pairs. @param pairs series of 30 days, each pair once, in any direction */
export function poolOf(pairs: readonly Days[]): Pool {
  const before = fitAsOf(pairs, WEEK_AGO);
  const q = widthOf(before.scored, before.common);
  const earlier = fitAsOf(pairs, TWO_WEEKS_AGO);
  const qThen = widthOf(earlier.scored, earlier.common);
  const lastWeek = (days: Days) => {
    const scored = scoredAt(days, WEEK_AGO);
    if (scored === undefined || qThen === undefined || before.common === undefined)
      return undefined;
    const { sum, error } = estimateOf(scored.moments, before.common, WEEK_DAYS);
    const half = qThen * error;
    return { sum, low: sum - half, high: sum + half, happened: scored.happened };
  };
  const record = (positions: readonly Days[]) => {
    const own = positions.flatMap((days) => lastWeek(days) ?? []);
    const weeks = own.length < LEAST_SCORED ? pairs.flatMap((days) => lastWeek(days) ?? []) : own;
    if (weeks.length < LEAST_SCORED) return undefined;
    const held = weeks.filter(({ low, high, happened }) => low <= happened && happened <= high);
    return { held: held.length, of: weeks.length };
  };
  return { common: fitAsOf(pairs, LAST_DAY).common, q, lastWeek, record };
}

/** A series as of a day, and the sum of the 7 days after it. */
interface Scored {
  readonly moments: Moments;
  readonly happened: number;
}

function fitAsOf(pairs: readonly Days[], d: number) {
  return {
    common: commonOf(pairs.flatMap((days) => momentsUntil(days, d) ?? [])),
    scored: d === LAST_DAY ? [] : pairs.flatMap((days) => scoredAt(days, d) ?? []),
  };
}

function scoredAt(days: Days, d: number): Scored | undefined {
  const week = days.slice(d, d + WEEK_DAYS).filter((it) => it !== null);
  const moments = week.length < WEEK_DAYS ? undefined : momentsUntil(days, d);
  if (moments === undefined) return undefined;
  const { last } = moments; // so that the sum of equal days is exactly seven times their value
  const happened = week.reduce((sum, it) => sum + (it - last), 0) + WEEK_DAYS * last;
  return { moments, happened };
}

/**
 * Returns the width that 80 % of the scored pairs would have needed, weighed with that of ten normal pairs.
 * Source: FIGURES, the next 7 days, width.
 */
function widthOf(scored: readonly Scored[], common: Common | undefined): number | undefined {
  const n = scored.length;
  if (n < LEAST_SCORED || common === undefined) return undefined;
  const needed = scored.map(({ moments, happened }) => {
    const { sum, error } = estimateOf(moments, common, WEEK_DAYS);
    return Math.abs((happened - sum) / error);
  });
  const at = Math.min(n - 1, Math.floor((4 * (n + 1)) / 5));
  const most = needed.sort((a, b) => a - b)[at] ?? 0;
  return Math.min(WIDEST, (n * most + PRIOR * NORMAL_80) / (n + PRIOR));
}
