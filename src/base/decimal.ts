import { Big } from "big.js";
import { isDecimalText, MAX_DIGITS } from "./decimal-text.js";
import { ratioOf } from "./whole.js";

/** An exact decimal; null when a value that it is computed from is missing. */
export type Figure = Big | null;

/**
 * Returns a finite number or a decimal text as an exact decimal; undefined for anything else, and for a
 * text with more than {@link MAX_DIGITS} characters or an exponent beyond that.
 */
export function toDecimal(value: unknown): Big | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? new Big(value) : undefined;
  if (typeof value !== "string" || value.length > MAX_DIGITS || !isDecimalText(value)) return;
  const parsed = new Big(value.startsWith("+") ? value.slice(1) : value);
  return Math.abs(parsed.e) <= MAX_DIGITS ? parsed : undefined;
}

/** Returns a number of the service as an exact decimal; null for null and for what is no decimal number. */
export function decimal(value: number | string | null): Figure {
  return toDecimal(value) ?? null;
}

/* A multiplication takes a tenth of the time of a division, and is exact. */
export const HALF = new Big("0.5");
export const PERCENT = new Big("0.01");

/** Returns the sum; null when one of the figures is missing. */
export function sumOf(figures: readonly Figure[]): Figure {
  let sum = new Big(0);
  for (const figure of figures) {
    if (figure === null) return null;
    sum = sum.plus(figure);
  }
  return sum;
}

/** Compares figures, the largest first; an unknown one comes last. */
export function descending(a: Figure, b: Figure): number {
  return a === null || b === null ? Number(a === null) - Number(b === null) : b.cmp(a);
}

/** Compares figures, the largest first; an unknown one comes before all others. */
export function largestOrUnknownFirst(a: Figure, b: Figure): number {
  return a === null || b === null ? Number(b === null) - Number(a === null) : b.cmp(a);
}

/** Returns `part` in percent of `base`, rounded as {@link ratioOf}; null if one is missing or the base is 0. */
export function percentOf(part: Figure, base: Figure): Figure {
  if (part === null || base === null || base.eq(0)) return null;
  return ratioOf(part.times(100), base);
}
