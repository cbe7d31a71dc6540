import { Big } from "big.js";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../base/time/periods.js";

/** Kind of a value, which decides its format in a table. Csv and json print the raw value. */
export type Kind =
  /** Free text from the service; cut with an ellipsis when figures need the space. */
  | "text"
  /** A sentence: wrapped between words, never cut. */
  | "prose"
  /** An identifier that may be shortened while it stays unique among the rows shown. */
  | "id"
  /** A whole number such as a count. */
  | "integer"
  /** An amount of an asset. */
  | "quantity"
  /** A price; its number of decimals depends on its size. */
  | "price"
  /** US dollars, two decimals, thousands separators. */
  | "usd"
  /** US dollars of a result, for a screen: whole ones from 10 up, millions in three digits. */
  | "money"
  /** US dollars of a size, for a screen: thousands in three digits from 10,000 up. */
  | "size"
  /** A number that is already a percentage. */
  | "percent"
  /** A percentage in two digits, for a screen: 3.9 %, 50 %. */
  | "share"
  /** A probability of 0 to 1: 83 %, <1 %, >99 %. */
  | "chance"
  /** Percent a year in two digits, without its sign, which its heading has. */
  | "yearly"
  /** A number in two digits: 5.1. */
  | "short"
  /** A multiple: 10x. */
  | "times"
  /** A decimal fraction shown as a percentage: 0.0001 is +0.0100%. */
  | "rate"
  /** An ISO 8601 time. */
  | "time"
  /** A number of milliseconds shown as 12d, 3h, 5m. */
  | "age"
  /** A number of days shown like an age. */
  | "days"
  /** Anything else: scalars as text, objects as JSON. */
  | "any";

/* Rounds half away from zero, as in account statements. */
const HALF_AWAY_FROM_ZERO = 1;

type Formatter = (value: Big, signed: boolean) => string;

/** Formatters of the {@link Kind}s that are numbers. */
export const numberFormats: Partial<Record<Kind, Formatter>> = {
  integer: (value, signed) => finish(value.toFixed(), signed),
  quantity: (value, signed) => finish(trimZeros(fixedOrVisible(value, 8), 0), signed),
  price,
  usd: (value, signed) => finish(fixed(value, 2), signed),
  money: (value, signed) =>
    value.abs().lt(MILLION) ? brief(value, signed) : compact(value, signed),
  size: (value, signed) => (value.abs().lt(10_000) ? brief(value, signed) : compact(value, signed)),
  percent: (value, signed) => `${finish(fixed(value, 2), signed)}%`,
  share: (value, signed) => `${brief(value, signed)}%`,
  yearly: brief,
  chance,
  short: brief,
  times: (value) => `${trimZeros(fixed(value, 2), 0)}x`,
  rate: (value) => `${finish(fixedOrVisible(value.times(100), 4, MOST_OF_A_RATE), true)}%`,
  age: (value) => age(value.toNumber()),
  days: (value) => age(Math.round(value.toNumber() * DAY_MS)),
};

const MILLION = 1_000_000;

/** Rounds to a whole number from 9.95 up, below that to one decimal, below 0.95 to two. */
function brief(value: Big, signed: boolean): string {
  if (value.eq(0)) return "0";
  const size = value.abs();
  const decimals = size.gte("9.95") ? 0 : size.gte("0.95") ? 1 : 2;
  return finish(trimZeros(fixed(value, decimals), 0), signed);
}

/** Formats a probability in whole percent; none is certain. */
function chance(value: Big): string {
  if (value.lt("0.01")) return "<1 %";
  return value.gt("0.99") ? ">99 %" : `${fixed(value.times(100), 0)} %`;
}

/** Formats a price: 2 decimals from 1,000 up, 4 from 1 up, 6 significant digits below; only 0 is 0.00. */
function price(value: Big, signed: boolean): string {
  const size = value.abs();
  if (size.gte(1000) || size.eq(0)) return finish(fixed(value, 2), signed);
  if (size.gte(1)) return finish(fixed(value, 4), signed);
  return finish(trimZeros(fixed(value, 5 - value.e), 4), signed);
}

const SECOND = 1000;
const YEAR = 365 * DAY_MS;

/**
 * Formats an age in the largest unit that fits, rounded down; from one year up with days too. A time of
 * the future has an age of 0s.
 */
function age(ms: number): string {
  const size = Math.max(0, ms);
  if (size < MINUTE_MS) return `${Math.floor(size / SECOND)}s`;
  if (size < HOUR_MS) return `${Math.floor(size / MINUTE_MS)}m`;
  if (size < DAY_MS) return `${Math.floor(size / HOUR_MS)}h`;
  if (size < YEAR) return `${Math.floor(size / DAY_MS)}d`;
  const days = Math.floor((size % YEAR) / DAY_MS);
  return `${Math.floor(size / YEAR)}y${days === 0 ? "" : ` ${days}d`}`;
}

function fixed(value: Big, decimals: number): string {
  return value.toFixed(decimals, HALF_AWAY_FROM_ZERO);
}

/** Maximum decimals of a rate in percent; smaller values come only from rounding in sums. */
const MOST_OF_A_RATE = 8;

/**
 * Rounds to `decimals`, or to two significant digits when that would show only zeros.
 * @param most maximum decimals; a value that needs more is shown as zero
 */
function fixedOrVisible(value: Big, decimals: number, most = Number.POSITIVE_INFINITY): string {
  const text = fixed(value, decimals);
  if (!isZero(text) || value.eq(0)) return text;
  const visible = fixed(value, Math.min(1 - value.e, most));
  return isZero(visible) ? text : trimZeros(visible, decimals);
}

function isZero(digits: string): boolean {
  return !/[1-9]/.test(digits);
}

function trimZeros(digits: string, keep: number): string {
  const dot = digits.indexOf(".");
  if (dot === -1) return digits;
  let end = digits.length;
  while (end > dot + 1 + keep && digits.charAt(end - 1) === "0") end--;
  return digits.slice(0, end === dot + 1 ? dot : end);
}

/** Adds thousands separators and the sign; a value that rounds to zero has no sign. */
function finish(digits: string, signed: boolean): string {
  const negative = digits.startsWith("-");
  const grouped = group(negative ? digits.slice(1) : digits);
  if (isZero(digits)) return grouped;
  if (negative) return `-${grouped}`;
  return signed ? `+${grouped}` : grouped;
}

/** Adds thousands separators to digits. */
export function group(digits: string): string {
  const dot = digits.indexOf(".");
  const end = dot === -1 ? digits.length : dot;
  if (end <= 3) return digits;
  return digits.slice(0, end).replace(/\B(?=(?:\d{3})+$)/g, ",") + digits.slice(end);
}

const UNITS = [
  [9, "B"],
  [6, "M"],
  [3, "k"],
] as const;

/**
 * Returns an amount in three digits, for counts and headings: `35.5k`, `1.09M`, `464`, `9.87`.
 * @param signed whether a positive amount has a plus sign
 */
function compact(amount: Big, signed = false): string {
  const sign = amount.lt(0) ? "-" : signed && amount.gt(0) ? "+" : "";
  const whole = amount.abs();
  for (const [power, unit] of UNITS) {
    const scaled = whole.div(new Big(10).pow(power));
    if (scaled.gte("0.9995")) return sign + rounded(scaled).toFixed() + unit;
  }
  return sign + rounded(whole).toFixed();
}

/** Returns an amount with three digits, at most two after the point. */
function rounded(amount: Big): Big {
  const places = amount.gte("99.95") ? 0 : amount.gte("9.995") ? 1 : 2;
  return amount.round(places, HALF_AWAY_FROM_ZERO);
}
