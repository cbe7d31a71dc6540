import { Big } from "big.js";
import { MINUTE_MS } from "../../../base/time/periods.js";
import { decimalOf } from "../../../base/whole.js";
import { SIDES } from "../../../client/resources/terms.js";
import type { MarketEvent } from "../../credible/settled-event.js";
import { type BySide, bySide, type Side } from "../position/legs.js";
import { endOf, isPaced, type MarketPeriods, ratesIn } from "./periods.js";
import { type TimedEvent, timeEvents } from "./rhythm.js";

/** One market in one period. */
export interface PeriodSide {
  readonly events: number;
  /** Number of missing events. */
  readonly missing: number;
  /** Exact sum of the rates; null if an event or a rate is missing. */
  readonly rate: string | null;
}

/** Funding of both markets in one period, as decimal fractions of the notional. */
export interface Period {
  /** End of the period, by which all its funding is settled; milliseconds since the epoch. */
  readonly end: number;
  readonly long: PeriodSide;
  readonly short: PeriodSide;
  /** The short market's rate minus the long one's; null if either is null. */
  readonly spread: string | null;
  /** Exact sum of the spreads up to this period; null if `spread` is null. */
  readonly cumulative: string | null;
}

export interface Comparison {
  /** Length of a period, milliseconds; undefined without a common clock. */
  readonly period: number | undefined;
  /** Oldest first. */
  readonly periods: readonly Period[];
  /** Number of events in the range. */
  readonly events: BySide<number>;
  /** Markets with too few events to determine their spacing; then there is no common clock. */
  readonly unspaced: readonly Side[];
  /** Number of events left out, of periods that lie only partly in the range. */
  readonly leftOut: number;
}

/**
 * Time range (start, end], milliseconds since the epoch. An event settles the time before it, so an
 * event exactly at the start is outside the range, and one exactly at the end is inside.
 */
export interface ComparedRange {
  readonly start: number;
  readonly end: number;
  /** Bounds that were not requested explicitly; they are moved back to the end of a whole period. */
  readonly loose?: { readonly start: boolean; readonly end: boolean };
}

/**
 * Aligns the settled funding of two markets to periods of equal length that end at multiples of it
 * since the epoch, in UTC. The length is the longest spacing of either market's events. Formulas:
 * src/figures/catalog/compared.ts.
 * @param events of the market held long and of the one held short, in any order; those before the
 *   range are used only to determine the spacing
 * @param shortest minimum length of a period, milliseconds
 */
export function compareFunding(
  events: BySide<readonly MarketEvent[]>,
  range: ComparedRange,
  shortest = 0,
): Comparison {
  const timed = bySide((side) => timeEvents(events[side]));
  const recent = SIDES.flatMap((side) => since(range.start, timed[side]));
  const spacing = recent.reduce((most, it) => Math.max(most, it.spacing ?? 0), 0);
  const unspaced = SIDES.filter((side) => timed[side].some((it) => it.spacing === undefined));
  const period = unspaced.length > 0 || spacing === 0 ? undefined : Math.max(spacing, shortest);
  const bounds = boundsOf(settledRange(range, timed, period), period ?? MINUTE_MS);
  const settled = bySide((side) => within(bounds, timed[side]));
  const found = { period, unspaced, events: bySide((side) => settled[side].length) };
  if (period === undefined || settled.long.length + settled.short.length === 0) {
    return { ...found, periods: [], leftOut: 0 };
  }
  return { ...found, ...periodsOf(period, settled, bounds) };
}

function periodsOf(
  period: number,
  settled: BySide<readonly TimedEvent[]>,
  bounds: ComparedRange,
): Pick<Comparison, "periods" | "leftOut"> {
  const periodEnd = (time: number) => Math.ceil(time / period) * period;
  const first = SIDES.flatMap((side) => settled[side]).reduce(
    (least, { time }) => Math.min(least, time),
    Number.POSITIVE_INFINITY,
  );
  // Extends the range to whole periods, so that a period cut by the range is not considered complete.
  const [start, until] = [periodEnd(first) - period, periodEnd(bounds.end)];
  const clock = { period, count: (until - start) / period, end: until };
  const found = bySide((side) => ratesIn(settled[side], clock));
  const kept: Omit<Period, "cumulative">[] = [];
  let leftOut = 0;
  for (let at = 0; at < clock.count; at++) {
    const end = start + (at + 1) * period;
    const { long, short } = bySide((side) => sideAt(found[side], at));
    const isWhole = long.rate !== null && short.rate !== null;
    const spread = isWhole ? new Big(short.rate).minus(long.rate).toFixed() : null;
    const cut = end - period < bounds.start || end > bounds.end;
    if (isWhole || !cut) kept.push({ end, long, short, spread });
    else leftOut += long.events + short.events;
  }
  const sums = cumulate(kept.map(({ spread }) => spread));
  return { periods: kept.map((it, at) => ({ ...it, cumulative: sums[at] ?? null })), leftOut };
}

function sideAt({ events, missing, broken, units, scale }: MarketPeriods, at: number): PeriodSide {
  const rate = broken.has(at) ? null : decimalOf(units[at] ?? 0n, -scale).toFixed();
  return { events: events[at] ?? 0, missing: missing[at] ?? 0, rate };
}

/** Returns a range of which loose bounds are moved back by the periods in which an event is awaited. */
function settledRange(
  range: ComparedRange,
  timed: BySide<readonly TimedEvent[]>,
  period: number | undefined,
): ComparedRange {
  const { start, end, loose } = range;
  if (loose?.end !== true || period === undefined) return range;
  const markets = SIDES.map((side) => ({ events: timed[side].filter(isPaced) }));
  const late = Math.floor(end / period) * period - endOf(period, markets, end);
  return { ...range, start: loose.start ? start - late : start, end: end - late };
}

function boundsOf({ start, end, loose }: ComparedRange, period: number): ComparedRange {
  const down = (time: number, step: number) => Math.floor(time / step) * step;
  const from = down(start, loose?.start ? period : MINUTE_MS);
  const until = down(end, period);
  return { start: from, end: loose?.end && until > from ? until : down(end, MINUTE_MS) };
}

function within({ start, end }: ComparedRange, events: readonly TimedEvent[]): TimedEvent[] {
  return events.filter(({ time }) => time > start && time <= end);
}

/** Returns the events after the start and the last one before it, in chronological order. */
function since(start: number, events: readonly TimedEvent[]): TimedEvent[] {
  return events.filter((_, index) => (events[index + 1]?.time ?? start + 1) > start);
}

/**
 * Returns the exact running sums of decimal strings. The sum at a missing value is null; later sums
 * continue from the last known one.
 * @param values in chronological order; decimal fractions as the service sends them
 */
export function cumulate(values: readonly (string | null)[]): (string | null)[] {
  let total = new Big(0);
  return values.map((value) => {
    if (value === null) return null;
    total = total.plus(value);
    return total.toFixed();
  });
}
