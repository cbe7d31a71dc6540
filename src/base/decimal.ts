import { Big } from "big.js";

/** An exact decimal; null where one of the values that it is made from is missing. */
export type Figure = Big | null;

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,9})?$/i;

/* Beyond what a double can hold there is no amount, only digits that would fill memory and screen. */
const MAX_DIGITS = 400;

/* Quotients have no end: this many decimals of a percentage are beyond what anyone can act on. */
const PERCENT_DECIMALS = 8;

/** Whether the whole text is a decimal number such as "-0.0001". */
export function isDecimalText(text: string): boolean {
  return DECIMAL.test(text);
}

/** A finite number or a decimal text as an exact decimal; undefined for anything else. */
export function toDecimal(value: unknown): Big | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? new Big(value) : undefined;
  if (typeof value !== "string" || value.length > MAX_DIGITS || !DECIMAL.test(value)) return;
  const parsed = new Big(value.startsWith("+") ? value.slice(1) : value);
  return Math.abs(parsed.e) <= MAX_DIGITS ? parsed : undefined;
}

/**
 * A number of the service as the decimal that stood in the JSON; null stays null. A text that is
 * no decimal number, or one that no double could hold, counts as missing.
 */
export function decimal(value: number): Big;
export function decimal(value: number | string | null): Figure;
export function decimal(value: number | string | null): Figure {
  return toDecimal(value) ?? null;
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

/** A number in plain digits: 1e-7 is "0.0000001", -0 is "0". */
export function plainNumber(value: number): string {
  const text = String(value);
  return text.includes("e") ? new Big(value).toFixed() : text;
}
