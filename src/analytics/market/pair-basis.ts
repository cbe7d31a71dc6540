import { Big } from "big.js";
import type { Figure } from "../../base/decimal.js";
import { DAY_MS, MINUTE_MS } from "../../base/time/periods.js";
import { rounded } from "../../base/whole.js";
import type { SettledEvent } from "../../book/settled-event.js";
import type { FigureUnknown } from "../figure-unknown.js";
import type { Measure, Unit } from "../measure.js";
import type { Side } from "./by-side.js";
import { changesOver, deviationOf, meanOf, type TimedValue } from "./timed-values.js";

/** A leg of a pair with what its market settled. */
export interface BasisLeg {
  readonly side: Side;
  /** Number of contracts. */
  readonly quantity: number;
  /** The same in units of the asset. */
  readonly amount: number;
  /** In chronological order, one per minute. */
  readonly events: readonly SettledEvent[];
}

/** Basis of a pair over 30 days: short over long, percent. src/features/get/explain.md, "Basis". */
export interface PairBasis {
  readonly now: Measure;
  readonly mean: Measure;
  /** Standard deviation of the basis itself, points. */
  readonly sd: Measure;
  /** Share of the instants at or below the current basis, percent. */
  readonly percentile: Measure;
  /** Standard deviation of the changes within a day, points. */
  readonly dailySd: Measure;
  /** Time in which half of a deviation is gone, days. */
  readonly halfLife: Measure;
  /** Greatest rise over 7 days, points; a rise is a loss of the holder. */
  readonly worstWeek: Measure;
  /** Number of instants at which all markets settled with a mark price. */
  readonly instants: number;
}

/** Time of which instants count, milliseconds. */
export const BASIS_MS = 30 * DAY_MS;
const LEAST_INSTANTS = 20;
/** A deviation that persists more than this has no half-life. */
const MOST_PERSISTENT = 0.999;

/**
 * Returns the basis of a pair at the instants of the 30 days until a time.
 * @param current at fresh mark prices of what is held; without it, now is the last instant
 */
export function pairBasisOf(
  legs: readonly BasisLeg[],
  until: number,
  current?: { readonly value: Figure; readonly asOf: number | undefined },
): PairBasis {
  const hasBoth =
    legs.some(({ side }) => side === "long") && legs.some((it) => it.side === "short");
  if (!hasBoth) return unknownBasis("side_missing");
  const series = seriesOf(legs, until);
  const last = series.at(-1);
  if (last === undefined || series.length < LEAST_INSTANTS) {
    return unknownBasis("too_few_instants", series.length);
  }
  const now = current?.value ?? new Big(last.value);
  const below = series.filter(({ value }) => now.gte(value)).length;
  const measure = (value: number | undefined, unit: Unit): Measure => ({
    value: value === undefined ? null : rounded(new Big(value)),
    ...{ unit, asOf: last.time },
  });
  return {
    now: { value: now, unit: "percent", asOf: current?.value ? current.asOf : last.time },
    mean: measure(meanOf(series.map(({ value }) => value)), "percent"),
    sd: measure(deviationOf(series.map(({ value }) => value)), "points"),
    percentile: measure((below * 100) / series.length, "percent"),
    dailySd: measure(deviationOf(changesOver(series, DAY_MS)), "points"),
    halfLife: measure(halfLifeOf(series), "days"),
    worstWeek: measure(greatest(changesOver(series, 7 * DAY_MS)), "points"),
    instants: series.length,
  };
}

/** Returns a basis of which nothing is known. */
export function unknownBasis(unknown?: FigureUnknown, instants = 0): PairBasis {
  const none = (unit: Unit): Measure => ({ value: null, unit, unknown });
  return {
    ...{ now: none("percent"), mean: none("percent"), percentile: none("percent") },
    sd: none("points"),
    ...{ dailySd: none("points"), halfLife: none("days"), worstWeek: none("points"), instants },
  };
}

/** Returns the instants at which all markets settled within a minute with a mark price, oldest first. */
function seriesOf(legs: readonly BasisLeg[], until: number): TimedValue[] {
  const series: TimedValue[] = [];
  const at = legs.map(({ events }) => events.findIndex(({ time }) => time > until - BASIS_MS));
  for (;;) {
    const events = legs.map((leg, index) => leg.events[at[index] ?? -1]);
    const times = events.map((event) => event?.time ?? Number.POSITIVE_INFINITY);
    const [first, last] = [Math.min(...times), Math.max(...times)];
    if (!(last <= until)) return series;
    const isOne = last - first <= MINUTE_MS;
    if (isOne) {
      const value = basisAt(legs, events);
      if (value !== undefined) series.push({ time: last, value });
    }
    for (const [index, time] of times.entries()) {
      if (isOne || time === first) at[index] = (at[index] ?? 0) + 1;
    }
  }
}

/** Rounds percentages to 12 decimals: a division of doubles is not exact to more. */
const EXACT = 1e12;
/** Limit of a basis, percent: the squares of larger ones would not be finite. */
const MOST = 1e100;

/** Returns the basis with 12 decimals; undefined if a mark price is missing or absurd. */
function basisAt(
  legs: readonly BasisLeg[],
  events: readonly (SettledEvent | undefined)[],
): number | undefined {
  if (events.some((event) => event?.mark == null)) return undefined;
  const priceOf = (side: Side) => {
    let [worth, amount] = [0, 0];
    for (const [index, leg] of legs.entries()) {
      if (leg.side !== side) continue;
      worth += leg.quantity * Number(events[index]?.mark);
      amount += leg.amount;
    }
    return worth / amount;
  };
  const value = (priceOf("short") / priceOf("long") - 1) * 100;
  return Math.abs(value) < MOST ? Math.round(value * EXACT) / EXACT : undefined;
}

/** Returns spacing × ln ½ ÷ ln φ in days, φ = γ₁ ÷ γ₀; undefined unless 0 < φ < 0.999. */
function halfLifeOf(series: readonly TimedValue[]): number | undefined {
  const mean = meanOf(series.map(({ value }) => value));
  const gaps = series.slice(1).map(({ time }, index) => time - (series[index]?.time ?? time));
  const spacing = gaps.toSorted((a, b) => a - b)[(gaps.length - 1) >> 1] ?? 0;
  let [shared, spread] = [0, 0];
  for (const [index, { time, value }] of series.entries()) {
    spread += (value - mean) ** 2;
    const before = series[index - 1];
    if (before === undefined || Math.abs(time - before.time - spacing) > MINUTE_MS) continue;
    shared += (value - mean) * (before.value - mean);
  }
  const phi = shared / spread;
  if (!(phi > 0 && phi < MOST_PERSISTENT)) return undefined;
  return ((spacing / DAY_MS) * Math.log(0.5)) / Math.log(phi);
}

function greatest(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : Math.max(...values);
}
