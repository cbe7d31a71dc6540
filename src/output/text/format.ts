import { toDecimal } from "../../base/decimal.js";
import { plainNumber } from "../../base/decimal-text.js";
import { readable } from "../../base/safe-text.js";
import { numberFormats } from "./format-number.js";
import { formatTime } from "./format-time.js";
import type { Kind } from "./kind.js";
import { Several } from "./several.js";

/** What a number that cannot be read is shown as; such a text has the same sign. */
const UNREADABLE = "?";

/** Settings for the format of a value. */
export interface FormatContext {
  /** Whether characters beyond ASCII may be used. */
  readonly unicode: boolean;
  /** IANA name of the time zone for times; undefined for that of this machine. */
  readonly zone: string | undefined;
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
