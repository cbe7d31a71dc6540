import { Big } from "big.js";
import { type Figure, percentOf, sumOf } from "../base/decimal.js";
import type { Measure } from "./measure.js";

/** A sum over several positions. */
export interface CountedSum extends Measure {
  readonly counted: number;
  readonly of: number;
  /** Number of counted positions with unchecked legs, of which one may be closed; absent if none. */
  readonly unchecked?: number | undefined;
  /** Share of the counted positions in the gross notional, percent. */
  readonly grossShare?: Figure | undefined;
  /** True if the share uses an open price for a missing mark price. */
  readonly grossShareAbout?: boolean | undefined;
}

/** Gross notional, with the open price for a missing mark price. */
export interface Gross {
  readonly value: Figure;
  readonly about: boolean;
}

/** Time of a figure, milliseconds since the epoch; undefined if it has none, null if unknown. */
export type Moment = number | null | undefined;

/** Data of a position that a sum needs besides the figure. */
export interface Summand {
  readonly gross: Gross;
  readonly isStale: boolean;
  readonly at: Moment;
  /** True if it rests on a mark price of unknown age besides. */
  readonly isUndated?: boolean;
  /** True if the figure depends on what is held, and a leg may be closed. */
  readonly isUnchecked?: boolean;
  /** True for an estimate; the sum is then an estimate too. */
  readonly about?: boolean | undefined;
}

/** A figure of one item, USD, with what a sum needs besides. */
export interface Addend extends Summand {
  readonly value: Figure;
}

/** Returns the older of two times; null if one is unknown, since it may be older than any. */
export function older(a: Moment, b: Moment): Moment {
  if (a === undefined || b === undefined) return a === undefined ? b : a;
  return a === null || b === null ? null : Math.min(a, b);
}

/** Returns whether a figure is stale; unknown if no part of it is, but one has no time. */
export function freshnessOf(
  isStale: boolean,
  isUndated: boolean,
): Pick<Measure, "stale" | "ageUnknown"> {
  return isUndated ? { stale: isStale || undefined, ageUnknown: true } : { stale: isStale };
}

/** Creates the time and the freshness of a figure over several parts. */
export function createAge() {
  let stale = false;
  let undated = false;
  let oldest: Moment;
  return {
    add({ at, isStale, isUndated = false }: Pick<Summand, "at" | "isStale" | "isUndated">) {
      stale ||= isStale;
      undated ||= isUndated;
      oldest = older(oldest, at);
    },
    result: (): Pick<Measure, "asOf" | "stale" | "ageUnknown"> => ({
      asOf: oldest ?? undefined,
      ...freshnessOf(stale, undated || oldest === null),
    }),
  };
}

/** Creates a sum of gross notionals. */
export function createShare() {
  let sum: Figure = new Big(0);
  let about = false;
  return {
    add(gross: Gross) {
      sum = sumOf([sum, gross.value]);
      if (gross.about) about = true;
    },
    result: (): Gross => ({ value: sum, about }),
  };
}

/**
 * Creates a sum of one figure over positions, USD; positions without it are left out.
 * @param isNeverNegative true if no part can be negative: without some of them the sum is `at_least`
 */
export function createSum(isNeverNegative = false) {
  let value = new Big(0);
  let counted = 0;
  let unchecked = 0;
  let about = false;
  const age = createAge();
  const share = createShare();
  return {
    add(figure: Figure, summand: Summand) {
      if (figure === null) return;
      value = value.plus(figure);
      counted++;
      if (summand.isUnchecked === true) unchecked++;
      if (summand.about) about = true;
      age.add(summand);
      share.add(summand.gross);
    },
    result: (of: number, whole: Gross): CountedSum => ({
      value: counted === 0 ? null : value,
      unit: "usd",
      ...(isNeverNegative && counted > 0 && counted < of && { bound: "at_least" }),
      ...age.result(),
      counted,
      of,
      ...(counted < of && {
        grossShare: percentOf(share.result().value, whole.value),
        grossShareAbout: whole.about,
      }),
      ...(unchecked > 0 && { unchecked }),
      ...(about && { about }),
    }),
  };
}

/** Sums a figure over items, such as positions, as {@link createSum} does. @param none the sum of no items */
export function sumOver<T>(
  items: readonly T[],
  addendOf: (item: T) => Addend,
  none: Figure = null,
  isNeverNegative = false,
): CountedSum {
  const [sum, whole] = [createSum(isNeverNegative), createShare()];
  for (const item of items) {
    const { value, ...summand } = addendOf(item);
    whole.add(summand.gross);
    sum.add(value, summand);
  }
  const result = sum.result(items.length, whole.result());
  return items.length === 0 ? { ...result, value: none } : result;
}
