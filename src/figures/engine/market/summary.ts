import { Big } from "big.js";
import { decimal, type Figure, percentOf } from "../../../base/decimal.js";
import { DAY_MS, HOUR_MS, minuteOf, YEAR_MS } from "../../../base/time/periods.js";
import type { MarketEvent } from "../../credible/settled-event.js";
import { coveredBy, type Evidence, known, lacking, type Q, SURE } from "../../measure.js";
import { type Market, runClock, sumOfPeriods } from "./periods.js";
import { coveredTime, missingTimes, type TimedEvent, timeEvents } from "./rhythm.js";

/** Summary of settled funding. Rates are exact decimal fractions of the notional. */
export interface FundingSummary {
  /** Number of events, at most one per minute. */
  readonly events: number;
  /** Number of events with a rate; all figures below cover these. */
  readonly rated: number;
  /** Number of missing events in the range. */
  readonly missing: number;
  /** Number of minutes with conflicting values; if above zero, no figure is known. */
  readonly conflicting: number;
  /** Sum of the rates; null without one. */
  readonly sum: Figure;
  /** Percent of the notional per year; unknown for less than a day or fewer than 3 rated events. */
  readonly rate: Q;
  /** Percentage of the covered time with a rate above zero. */
  readonly above: Q;
  /** Hours of the range that are settled by a rate, and all hours of the range. */
  readonly coveredHours: number;
  readonly wantedHours: number;
}

/** Requested time range, milliseconds since the epoch. */
export interface SummedRange {
  /** Without it, the range begins one spacing before the first event. */
  readonly start?: number | undefined;
  /** Exclusive; at most the time of the service. */
  readonly end: number;
  /** The time of the service. */
  readonly now: number;
}

/** Minimum data for an annualised figure; below a week it is an estimate. */
const LEAST_TIME = DAY_MS;
const LEAST_EVENTS = 3;
const SURE_TIME = 7 * DAY_MS;

/**
 * Summarises settled funding. Formulas: src/figures/catalog/market.ts.
 * @param events within the range, in any order
 */
export function summariseFunding(
  events: readonly MarketEvent[],
  range: SummedRange = { end: newestOf(events), now: newestOf(events) },
): FundingSummary {
  const timed = timeEvents(events).filter(({ time }) => time <= minuteOf(range.now));
  const conflicting = timed.filter((event) => event.conflicting).length;
  const rated = timed.filter(({ rate }) => decimal(rate) !== null);
  const rates = conflicting > 0 ? [] : rated.map(({ rate }) => decimal(rate) ?? new Big(0));
  const [first] = rates;
  const sum = first && rates.reduce((total, rate) => total.plus(rate), new Big(0));
  const { from, to } = { from: range.start ?? beginOf(timed), to: range.end };
  const { covered, above } = coveredTime(rated, { from, to });
  const evidence = { asOf: timed.at(-1)?.time, doubts: [] };
  const unlessConflicting = (q: Q) =>
    conflicting > 0 ? lacking("events_conflicting", q.evidence) : q;
  const time = rated.reduce((total, { spacing = 0 }) => total + spacing, 0);
  const ofCovered = first && percentOf(new Big(above), new Big(covered));
  return {
    events: timed.length,
    rated: rated.length,
    missing: missingIn(timed, range),
    conflicting,
    sum: sum ?? null,
    rate: unlessConflicting(yearly(time, rated.length, () => percentOfYear(sum, time), evidence)),
    above: unlessConflicting(known(ofCovered, evidence, "events_missing")),
    coveredHours: covered / HOUR_MS,
    wantedHours: Math.max(0, to - from) / HOUR_MS,
  };
}

/**
 * Returns a figure that is annualised: unknown for less than a day or fewer than 3 settlements, an estimate
 * for less than 7 days.
 * @param time settled by the rates, milliseconds
 * @param events number of settlements of the market that has the fewest
 */
export function yearly(
  time: number,
  events: number,
  of: () => Figure,
  evidence: Evidence = SURE,
): Q {
  const value = time < LEAST_TIME || events < LEAST_EVENTS ? null : of();
  const q = known(value, evidence, "too_few_settlements");
  return value !== null && time < SURE_TIME ? q.with({ doubts: ["under_7_days"] }) : q;
}

/** Returns a sum of rates that settled a time, milliseconds, in percent per year. */
export function percentOfYear(sum: Big | null | undefined, time: number): Figure {
  return percentOf(sum?.times(YEAR_MS) ?? null, new Big(time));
}

/** Counts the missing events; one at most a spacing late is not missing yet. */
function missingIn(timed: readonly TimedEvent[], { start, end, now }: SummedRange): number {
  const awaited = now - (timed.at(-1)?.spacing ?? 0);
  const range = { start: start ?? beginOf(timed) + 1, end: Math.min(end, awaited) };
  return missingTimes(timed, range).length;
}

/** Returns the time one spacing before the first event. */
function beginOf([first]: readonly TimedEvent[]): number {
  return first === undefined ? 0 : first.time - (first.spacing ?? 0);
}

function newestOf(events: readonly MarketEvent[]): number {
  return events.reduce((newest, { time }) => Math.max(newest, time || 0), 0);
}

const CLOCK_HOURS = 720;

/**
 * Returns what a pair of markets, or the short side of one market, was paid in the last days, percent of the
 * notional per year; counted and of are periods of the clock of 30 days.
 */
export function rateOfDays(now: number, days: 7 | 30, short: Market, long?: Market): Q {
  const clock = runClock(long === undefined ? [short] : [long, short], CLOCK_HOURS, now);
  const received = { weight: 1, periods: short.ratesOf(clock) };
  const paid = long && { weight: -1, periods: long.ratesOf(clock) };
  const { period, count } = clock;
  const { sum, unknown, covered, wanted, fewest } = sumOfPeriods(
    paid === undefined ? [received] : [received, paid],
    clock,
    { from: count - Math.min(count, Math.ceil((days * DAY_MS) / period)), to: count },
  );
  const evidence = {
    asOf: clock.end,
    counted: covered / period,
    of: wanted / period,
    ...coveredBy(covered, wanted),
  };
  if (sum === null) return lacking(unknown, evidence);
  return yearly(covered, fewest, () => percentOfYear(sum, covered), evidence);
}
