import { Big } from "big.js";

/** An exact decimal; null where one of the values that it is made from is missing. */
export type Figure = Big | null;

/* Quotients have no end: this many decimals of a percentage are beyond what anyone can act on. */
const PERCENT_DECIMALS = 8;

/* Beyond what a double can hold there is no amount, only digits that would fill the memory. */
const MAX_EXPONENT = 400;

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,9})?$/i;

/**
 * A number of the service as the decimal that stood in the JSON; null stays null. A text that is
 * no decimal number, or one that no double could hold, counts as missing.
 */
export function decimal(value: number): Big;
export function decimal(value: number | string | null): Figure;
export function decimal(value: number | string | null): Figure {
  if (value === null) return null;
  if (typeof value === "number") return new Big(value);
  if (value.length > MAX_EXPONENT || !DECIMAL.test(value)) return null;
  const parsed = new Big(value.replace(/^\+/, ""));
  return Math.abs(parsed.e) > MAX_EXPONENT ? null : parsed;
}

/** The sum; null when one of the figures is missing. */
export function sumOf(figures: readonly Figure[]): Figure {
  let sum = new Big(0);
  for (const figure of figures) {
    if (figure === null) return null;
    sum = sum.plus(figure);
  }
  return sum;
}

/** `part` in percent of `base`; null when one of them is missing, or the base is zero. */
export function percentOf(part: Figure, base: Figure): Figure {
  if (part === null || base === null || base.eq(0)) return null;
  return part.times(100).div(base).round(PERCENT_DECIMALS, Big.roundHalfEven);
}
