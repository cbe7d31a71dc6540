import {
  type Common,
  commonOf,
  type Days,
  type Estimate,
  estimateOf,
  type Moments,
  momentsUntil,
} from "./fit.js";

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
   * Undefined where there were too few pairs for a range a week ago. For an earlier week, take a pool of the
   * series that end then.
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
  /** Number of weeks over which they are counted. */
  readonly weeks: number;
}

/**
 * Returns how many ranges held: `last week such ranges held for 36 of 46`, and over more weeks `26 weeks: such
 * ranges held for 79 %`.
 */
export function recordText(record: PoolRecord | undefined): string {
  if (record === undefined) return "no range was made a week ago";
  const { held, of, weeks } = record;
  if (weeks > 1) return `${weeks} weeks: such ranges held for ${Math.round((held * 100) / of)} %`;
  return `last week such ranges held for ${held} of ${of}`;
}

/** Returns the record over the weeks that have one; undefined without any. */
export function joinedRecord(all: readonly (PoolRecord | undefined)[]): PoolRecord | undefined {
  const known = all.filter((it) => it !== undefined);
  const sumOf = (part: keyof PoolRecord) => known.reduce((sum, it) => sum + it[part], 0);
  if (known.length === 0) return undefined;
  return { held: sumOf("held"), of: sumOf("of"), weeks: sumOf("weeks") };
}

/** Returns the same in a few words: `held 36 of 46`. */
export function heldText(record: PoolRecord | undefined): string {
  return record === undefined ? "" : `held ${record.held} of ${record.of}`;
}

/** Returns the pool of some pairs. @param pairs series of 30 days, each pair once, in any direction */
export function poolOf(pairs: readonly Days[]): Pool {
  const [now, before, earlier] = [LAST_DAY, WEEK_AGO, TWO_WEEKS_AGO].map((d) => fitAsOf(pairs, d));
  const q = widthOf(before?.weeks ?? []);
  const qThen = widthOf(earlier?.weeks ?? []);
  const asSaid = ({ sum, error, happened }: Scored): LastWeek | undefined => {
    if (qThen === undefined) return undefined;
    return { sum, low: sum - qThen * error, high: sum + qThen * error, happened };
  };
  const lastWeek = (days: Days) => {
    const week = weekAfter(days, WEEK_AGO, momentsUntil(days, WEEK_AGO), before?.common);
    return week && asSaid(week);
  };
  const record = (positions: readonly Days[]) => {
    const own = positions.flatMap((days) => lastWeek(days) ?? []);
    const isOwn = own.length >= LEAST_SCORED;
    const weeks = isOwn ? own : (before?.weeks ?? []).flatMap((it) => asSaid(it) ?? []);
    if (weeks.length < LEAST_SCORED) return undefined;
    const held = weeks.filter(({ low, high, happened }) => low <= happened && happened <= high);
    return { held: held.length, of: weeks.length, weeks: 1 };
  };
  return { common: now?.common, q, lastWeek, record };
}

/** The 7 days after some day as they were estimated then, and what they came to. */
interface Scored extends Estimate {
  readonly happened: number;
}

function fitAsOf(pairs: readonly Days[], d: number) {
  const moments = pairs.map((days) => momentsUntil(days, d));
  const common = commonOf(moments.filter((it) => it !== undefined));
  const weeks = pairs.flatMap((days, at) => weekAfter(days, d, moments[at], common) ?? []);
  return { common, weeks };
}

/** Undefined for a series that takes no part as of day d, or without one of the days after it. */
function weekAfter(
  days: Days,
  d: number,
  moments: Moments | undefined,
  common: Common | undefined,
): Scored | undefined {
  if (moments === undefined || common === undefined) return undefined;
  const { last } = moments;
  let happened = WEEK_DAYS * last; // so that the sum of equal days is exactly seven times their value
  for (let at = d; at < d + WEEK_DAYS; at++) {
    const it = days[at] ?? null;
    if (it === null) return undefined;
    happened += it - last;
  }
  const { sum, error } = estimateOf(moments, common, WEEK_DAYS);
  return { sum, error, happened };
}

/**
 * Returns the width that 80 % of the scored pairs would have needed, weighed with that of ten normal pairs;
 * undefined for fewer than 5. Source: FIGURES, the next 7 days, width.
 */
function widthOf(scored: readonly Scored[]): number | undefined {
  const n = scored.length;
  if (n < LEAST_SCORED) return undefined;
  const needed = scored.map(({ sum, error, happened }) => Math.abs((happened - sum) / error));
  const at = Math.min(n - 1, Math.floor((4 * (n + 1)) / 5));
  const most = needed.sort((a, b) => a - b)[at] ?? 0;
  return Math.min(WIDEST, (n * most + PRIOR * NORMAL_80) / (n + PRIOR));
}
