import type { Big } from "big.js";
import { BOTH_SIDES, type BySide, bySide } from "../../analytics/market/by-side.js";
import { missingTimes, type TimedEvent } from "../../analytics/market/rhythm.js";
import { decimalsOf, unitsOf, wholeOf } from "../../base/whole.js";

/** An amount in units; null if it is unknown, undefined if the market does not settle. */
export type Paid = bigint | null | undefined;

/** The unit of which amounts are whole numbers, so that their sums are exact and fast. */
export interface PaidUnit {
  /** A unit is 10^exponent ÷ divisor, USD per unit of the asset. */
  readonly exponent: number;
  /** Above zero. */
  readonly divisor: bigint;
}

/** An event of one market, or a missing one. */
export interface Flow {
  readonly time: number;
  /** Paid to one unit of quantity, in units; null if unknown. */
  readonly paid: bigint | null;
  /** Mark price in plain digits; null without one above zero. */
  readonly mark: string | null;
  /** Time since the event before, milliseconds; undefined if unknown. */
  readonly spacing?: number | undefined;
}

/** Returns the events of both markets, missing ones too, in time order, with the unit of their amounts. */
export function flowsOf(
  timed: BySide<readonly TimedEvent[]>,
  multiplier: BySide<Big>,
): { readonly flows: BySide<readonly Flow[]>; readonly unit: PaidUnit } {
  const all = BOTH_SIDES.flatMap((side) => timed[side]);
  const most = (digits: readonly (string | null | undefined)[]) =>
    digits.reduce((scale, text) => Math.max(scale, decimalsOf(text ?? "")), 0);
  const scale = { rate: most(all.map((it) => it.rate)), mark: most(all.map((it) => it.mark)) };
  // rate x mark / multiplier of one side, over the product of both multipliers
  const by = bySide((side) => wholeOf(multiplier[side]));
  const factor = bySide((side) => (side === "long" ? -by.short.units : by.long.units));
  const least = Math.min(by.long.exponent, by.short.exponent);
  const aligned = bySide((side) => {
    const other = side === "long" ? by.short : by.long;
    return factor[side] * 10n ** BigInt(other.exponent - least);
  });
  const exponent = least - by.long.exponent - by.short.exponent - scale.rate - scale.mark;
  const unit = { exponent, divisor: by.long.units * by.short.units };
  return { flows: bySide((side) => flowsOfSide(timed[side], scale, aligned[side])), unit };
}

function flowsOfSide(
  timed: readonly TimedEvent[],
  scale: { readonly rate: number; readonly mark: number },
  factor: bigint,
): Flow[] {
  const known = timed.map(({ time, rate, mark = null, spacing }): Flow => {
    const price = mark === null ? 0n : unitsOf(mark, scale.mark);
    if (price <= 0n) return { time, mark: null, paid: null };
    return {
      time,
      mark,
      spacing,
      paid: rate === null ? null : price * unitsOf(rate, scale.rate) * factor,
    };
  });
  const [first, last] = [timed[0], timed.at(-1)];
  if (first === undefined || last === undefined) return known;
  const missing = missingTimes(timed, { start: first.time, end: last.time });
  if (missing.length === 0) return known;
  const holes = missing.map((time): Flow => ({ time, mark: null, paid: null }));
  return [...known, ...holes].sort((a, b) => a.time - b.time);
}
