import { Digits } from "../base/json-text.js";
import { visible } from "../base/safe-text.js";

/**
 * Returns JSON data for an agent: each figure as one text with its unit, time and coverage, and each
 * text without characters that could hide something from a reader.
 */
export function condensed(value: unknown): unknown {
  if (typeof value === "string") return visible(value);
  if (value instanceof Digits) return value.text;
  if (Array.isArray(value)) return value.map(condensed);
  if (typeof value !== "object" || value === null) return value;
  if (isFigure(value)) return figureText(value);
  const entries = Object.entries(value).map(([key, it]) => [visible(key), condensed(it)]);
  return Object.fromEntries(entries);
}

/** A figure as carry prints it in json: `carry schema status`. */
interface FigureJson {
  readonly value: number | string | null | Digits;
  readonly unit: string;
  readonly [member: string]: unknown;
}

function isFigure(value: object): value is FigureJson {
  return "value" in value && "unit" in value && typeof value.unit === "string";
}

/** Members of a figure in the fixed part of its text; others follow by name. */
const IN_TEXT = new Set([
  "value",
  "unit",
  "as_of",
  "counted",
  "of",
  "covered_hours",
  "wanted_hours",
  "unknown",
  "stale",
]);

/** Returns a figure such as `16.18 usd_per_day, as of 2026-11-22T08:00Z, 3 of 3, 24 of 24 h`. */
function figureText(figure: FigureJson): string {
  const { value, unit, as_of: asOf, counted, of, covered_hours: covered, stale } = figure;
  const why = typeof figure.unknown === "string" ? `: ${figure.unknown}` : "";
  const others = Object.entries(figure).filter(([name, it]) => !IN_TEXT.has(name) && isPlain(it));
  return [
    value === null ? `unknown (${unit})${why}` : `${value} ${unit}`,
    ...(typeof asOf === "string" ? [`as of ${toMinute(asOf)}`] : []),
    ...(of === undefined ? [] : [`${counted} of ${of}`]),
    ...(covered === undefined ? [] : [`${covered} of ${figure.wanted_hours} h`]),
    ...(stale === true ? ["stale"] : []),
    ...others.map(([name, it]) => `${name} ${it}`),
  ]
    .map(visible)
    .join(", ");
}

function isPlain(value: unknown): boolean {
  return value === true || typeof value === "number" || typeof value === "string";
}

function toMinute(iso: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:[\d.]+Z$/.test(iso) ? `${iso.slice(0, 16)}Z` : iso;
}
