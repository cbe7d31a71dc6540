import { Big } from "big.js";
import { toDecimal } from "../../base/decimal.js";
import { plainNumber } from "../../base/decimal-text.js";
import { readable } from "../../base/safe-text.js";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../base/time/periods.js";
import { formatTime } from "./format-time.js";
import type { Kind } from "./kind.js";

/** Text of a number that cannot be read; UNREADABLE_TEXT is the same for texts. */
const UNREADABLE = "?";

/** Settings for the format of a value. */
export interface FormatContext {
  /** Whether characters beyond ASCII may be used. */
  readonly unicode: boolean;
  /** IANA name of the time zone for times; undefined for that of this machine. */
  readonly zone: string | undefined;
}

/** Settings for a sentence: Unicode and UTC. */
const IN_UTC: FormatContext = { unicode: true, zone: "UTC" };

/** Formats a value for a sentence, in Unicode and UTC, as {@link formatCell} does. */
export function inSentence(kind: Kind, value: unknown, signed = false): string {
  return formatCell(kind, value, IN_UTC, signed);
}

/** Formats a time for a sentence. @param time milliseconds since the epoch */
export function timeText(time: number, context = IN_UTC): string {
  return formatCell("time", new Date(time).toISOString(), context);
}

/**
 * Formats a value as text for people, safe for a terminal. A value that does not match its kind is
 * shown as it is; it never throws.
 * @param signed whether positive numbers have a plus sign
 */
export function formatCell(
  kind: Kind,
  value: unknown,
  context: FormatContext,
  signed = false,
): string {
  if (value === null || value === undefined) return context.unicode ? "–" : "-";
  if (value instanceof Several) {
    const texts = value.values.map((one) => formatCell(kind, one, context, signed));
    return texts.join(value.separator);
  }
  const asNumber = numberFormats[kind];
  if (asNumber !== undefined) {
    const decimal = toDecimal(value);
    return decimal === undefined ? asText(value, context) : asNumber(decimal, signed);
  }
  if (kind === "time" && typeof value === "string") {
    return formatTime(value, context.zone) ?? readable(value, context);
  }
  return asText(value, context);
}

function asText(value: unknown, context: FormatContext): string {
  if (typeof value === "string") return readable(value, context);
  if (typeof value === "number") return Number.isNaN(value) ? UNREADABLE : plainNumber(value);
  if (typeof value === "object") return readable(JSON.stringify(value), context);
  return readable(String(value), context);
}

/* Rounds half away from zero, as in account statements. */
const HALF_AWAY_FROM_ZERO = 1;

type Formatter = (value: Big, signed: boolean) => string;

/** Formatters of the {@link Kind}s that are numbers. */
const numberFormats: Partial<Record<Kind, Formatter>> = {
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

/** Several values in one cell: a table formats each by the column's kind, csv writes them raw. */
export class Several {
  constructor(
    readonly values: readonly unknown[],
    readonly separator = ", ",
  ) {}

  toString(): string {
    return this.values.map((value) => value ?? "–").join(this.separator);
  }
}

/** Formats a duration for a sentence: `8h`, `1d`. @param ms milliseconds */
export function duration(ms: number): string {
  return inSentence("age", ms);
}

/** Formats hours of a sum: `16h`, `466.7h`. */
export function hoursText(hours = 0): string {
  return `${Number(hours.toFixed(1))}h`;
}
