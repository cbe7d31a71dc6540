import { toDecimal } from "../../base/decimal.js";
import { plainNumber } from "../../base/decimal-text.js";
import { readable } from "../../base/safe-text.js";
import { formatTime } from "./format-time.js";
import { type Kind, numberFormats } from "./numbers.js";

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
