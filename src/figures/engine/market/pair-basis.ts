import { Big } from "big.js";
import type { Figure } from "../../../base/decimal.js";
import { DAY_MS, MINUTE_MS } from "../../../base/time/periods.js";
import { rounded } from "../../../base/whole.js";
import type { SettledEvent } from "../../../book/settled-event.js";
import type { FigureUnknown } from "../figure-unknown.js";
import type { Measure, Unit } from "../measure.js";
import type { Side } from "./by-side.js";
import { deviationOf, meanOf, type TimedValue } from "./timed-values.js";

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

/** Basis of a pair over 30 days: short over long, percent. */
export interface PairBasis {
  readonly now: Measure;
  readonly mean: Measure;
  /** Standard deviation of the basis itself, points. */
  readonly sd: Measure;
}

/** Time of which instants count, milliseconds. */
export const BASIS_MS = 30 * DAY_MS;
const LEAST_INSTANTS = 20;

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
    return unknownBasis("too_few_instants");
  }
  const now = current?.value ?? new Big(last.value);
  const measure = (value: number | undefined, unit: Unit): Measure => ({
    value: value === undefined ? null : rounded(new Big(value)),
    ...{ unit, asOf: last.time },
  });
  return {
    now: { value: now, unit: "percent", asOf: current?.value ? current.asOf : last.time },
    mean: measure(meanOf(series.map(({ value }) => value)), "percent"),
    sd: measure(deviationOf(series.map(({ value }) => value)), "points"),
  };
}

/** Returns a basis of which nothing is known. */
export function unknownBasis(unknown?: FigureUnknown): PairBasis {
  const none = (unit: Unit): Measure => ({ value: null, unit, unknown });
  return { now: none("percent"), mean: none("percent"), sd: none("points") };
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
