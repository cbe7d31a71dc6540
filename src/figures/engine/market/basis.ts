import { Big } from "big.js";
import type { NamedMarket } from "../../../base/names/market-name.js";
import { DAY_MS, MINUTE_MS } from "../../../base/time/periods.js";
import { rounded } from "../../../base/whole.js";
import { SIDES } from "../../../client/resources/terms.js";
import { countedAlike } from "../../credible/multiples.js";
import type { MarketEvent, SettledEvent } from "../../credible/settled-event.js";
import { known, lacking, type Q } from "../../measure.js";
import type { Unknown } from "../../unknown.js";
import type { BySide, Side } from "../position/legs.js";
import { marketOf } from "./periods.js";
import { timeEvents } from "./rhythm.js";

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
  readonly now: Q;
  readonly mean: Q;
  /** Standard deviation of the basis itself, points. */
  readonly sd: Q;
}

/** Time of which instants count, milliseconds. */
export const BASIS_MS = 30 * DAY_MS;
const LEAST_INSTANTS = 20;

/**
 * Returns the basis of a pair at the instants of the 30 days until a time.
 * @param current at fresh mark prices of what is held; without it, now is the last instant
 */
export function pairBasisOf(legs: readonly BasisLeg[], until: number, current?: Q): PairBasis {
  if (SIDES.some((side) => legs.every((leg) => leg.side !== side))) {
    return unknownBasis("side_missing");
  }
  const series = seriesOf(legs, until);
  const last = series.at(-1);
  if (last === undefined || series.length < LEAST_INSTANTS) {
    return unknownBasis("too_few_instants");
  }
  const evidence = { asOf: last.time, doubts: [] };
  const values = series.map(({ value }) => value);
  const sd = deviationOf(values);
  return {
    now: current?.value ? current : known(new Big(last.value), evidence),
    mean: known(rounded(new Big(meanOf(values))), evidence),
    sd: known(sd === undefined ? null : rounded(new Big(sd)), evidence),
  };
}

/** Returns a basis of which nothing is known. */
export function unknownBasis(why: Unknown): PairBasis {
  return { now: lacking(why), mean: lacking(why), sd: lacking(why) };
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

/** A unit of a market at a mark price. */
export interface MarkedUnit {
  readonly side: Side;
  readonly mark: string;
  /** When the price was settled, milliseconds since the epoch. */
  readonly time: number;
  /** Units of the asset. */
  readonly factor: Big;
}

/** Returns a unit of each market at its last settlement until a time; undefined without a mark price. */
export function unitsAt(
  events: BySide<readonly MarketEvent[]>,
  markets: BySide<NamedMarket>,
  until: number,
): readonly MarkedUnit[] | undefined {
  const units = SIDES.flatMap((side) => {
    const { id, exchange = "", symbol = "" } = markets[side];
    const last = timeEvents(events[side]).findLast((it) => it.time <= until && it.mark != null);
    if (last?.mark == null) return [];
    const price = Number(last.mark);
    const leg = { market_id: id, side, exchange, symbol, leverage: null, quantity: 1 };
    const prices = { open_price: null, mark_price: price, mark_price_updated_at: null };
    return [{ ...leg, ...prices, mark: last.mark, time: last.time }];
  });
  if (units.length < SIDES.length) return undefined;
  return countedAlike(units, "").map(({ record: { side, mark, time }, factor }) => {
    return { side, mark, time, factor };
  });
}

/**
 * Returns the basis of two markets over the 30 days until a time, a unit of the one against as much of
 * the other.
 * @param events in any order
 */
export function basisOfMarkets(
  events: BySide<readonly MarketEvent[]>,
  markets: BySide<NamedMarket>,
  until: number,
): PairBasis {
  const legs = unitsAt(events, markets, until)?.map(({ side, factor }) => {
    return { side, quantity: 1, amount: factor.toNumber(), events: timeEvents(events[side]) };
  });
  return legs === undefined ? unknownBasis("too_few_instants") : pairBasisOf(legs, until);
}

/** A value at a time, milliseconds since the epoch. */
interface TimedValue {
  readonly time: number;
  readonly value: number;
}

const WINDOW_MS = 30 * DAY_MS;
const LEAST_CHANGES = 20;
/** Changes that differ by less are equal but for the rounding of logarithms. */
const NOTHING = 1e-12;

const deviations = new WeakMap<readonly MarketEvent[], { now: number; sd: number | undefined }>();

/**
 * Returns the standard deviation of the logarithmic changes of a market's mark price within a day, over the
 * 30 days until now; undefined for fewer than 20 changes, or if all are equal.
 */
export function dailyDeviation(
  points: readonly MarketEvent[] | undefined,
  now: number,
): number | undefined {
  if (points === undefined) return undefined;
  const before = deviations.get(points);
  if (before?.now === now) return before.sd;
  const sd = deviationUntil(points, now);
  deviations.set(points, { now, sd });
  return sd;
}

function deviationUntil(points: readonly MarketEvent[], now: number): number | undefined {
  const events = marketOf(points)?.events ?? [];
  const series = events.flatMap(({ time, mark }) =>
    mark == null || time > now || time <= now - WINDOW_MS
      ? []
      : [{ time, value: Math.log(Number(mark)) }],
  );
  const changes = changesOver(series, DAY_MS);
  if (changes.length < LEAST_CHANGES) return undefined;
  if (Math.max(...changes) - Math.min(...changes) < NOTHING) return undefined;
  return deviationOf(changes);
}

/**
 * Returns value(t) - value(t - span) of each instant that has another a span before, within a minute.
 * @param series in chronological order
 * @param span milliseconds
 */
function changesOver(series: readonly TimedValue[], span: number): number[] {
  let at = 0;
  return series.flatMap(({ time, value }) => {
    while ((series[at]?.time ?? time) < time - span - MINUTE_MS) at++;
    const before = series[at];
    const isThere = before !== undefined && before.time <= time - span + MINUTE_MS;
    return isThere ? [value - before.value] : [];
  });
}

/** Returns the mean of values. @param values at least one */
function meanOf(values: readonly number[]): number {
  return values.reduce((sum, it) => sum + it, 0) / values.length;
}

/** Returns the standard deviation of a sample; undefined of fewer than two values. */
function deviationOf(values: readonly number[]): number | undefined {
  if (values.length < 2) return undefined;
  const mean = meanOf(values);
  const squares = values.reduce((sum, it) => sum + (it - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}
