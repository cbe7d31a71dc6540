import type { Measure } from "../../analytics/measure.js";
import { aboutGrossOf } from "../../analytics/position/position-figures.js";
import { stakeOf } from "../../analytics/position/stake.js";
import { largestOrUnknownFirst } from "../../base/decimal.js";
import { gravestFirst } from "../../base/severity.js";
import { reasonText } from "../../views/position/reasons.js";
import type { Applied } from "./apply.js";
import type { NamedFigure } from "./named-fields.js";
import { intervalOf, Unknown, Unsure } from "./unknown.js";

/** Results of rules in the order in which they are shown. */
export const RESULTS = ["failed", "unknown", "passed"] as const;
export type Result = (typeof RESULTS)[number];

/** Sorts results: failed ones, then unknown ones; the most severe first, then the largest stake. */
export function worstFirst(all: readonly Applied[]): Applied[] {
  return all
    .map((one) => ({ one, stake: stakeOfResult(one).value }))
    .sort(
      (a, b) =>
        RESULTS.indexOf(a.one.verdict) - RESULTS.indexOf(b.one.verdict) ||
        gravestFirst(a.one.severity, b.one.severity) ||
        largestOrUnknownFirst(a.stake, b.stake),
    )
    .map(({ one }) => one);
}

/** Returns what is at stake: for a reason of `status` as it says, else the gross notional of the position. */
export function stakeOfResult({ reason, position }: Applied): Measure {
  if (reason !== undefined) return stakeOf(position, reason);
  return { ...(position === undefined ? { value: null } : aboutGrossOf(position)), unit: "usd" };
}

/** Returns a figure that a rule names as a value of JSON; null where it is unknown. */
export function plainValue(value: unknown): unknown {
  if (value instanceof Unknown || value === undefined) return boundOf(value) ?? null;
  if (value instanceof Unsure) return value.items.map(plainValue);
  return Array.isArray(value) ? value.map(plainValue) : value;
}

/** Returns the known end of the interval of a figure. */
function boundOf(value: unknown): number | undefined {
  const { least, most } = intervalOf(value) ?? {};
  return [least, most].find((end) => end !== undefined && Number.isFinite(end));
}

/** Returns why a rule failed or is unknown; for a reason of `status` in its words. */
export function becauseText(applied: Applied): string {
  const { verdict, missing, error, figures, rule, reason, position } = applied;
  if (reason !== undefined) return reasonText(reason, position);
  if (error !== undefined) return error;
  if (verdict === "unknown") return `unknown: ${missing.join(", ")}`;
  return figures.length === 0 ? rule.when.text : figures.map(figureText).join(", ");
}

function figureText({ name, value }: NamedFigure): string {
  return `${name} ${valueText(value)}`;
}

function valueText(value: unknown): string {
  const plain = plainValue(value);
  if (Array.isArray(plain)) return plain.length === 0 ? "none" : plain.map(valueText).join(" and ");
  if (plain === null) return value === null ? "null" : "–";
  if (typeof plain !== "number") return String(plain);
  const sign = value instanceof Unknown ? (intervalOf(value)?.least === plain ? ">=" : "<=") : "";
  return sign + rounded(plain);
}

/** Rounds to two decimals, or to three digits below 1, without trailing zeros. */
function rounded(value: number): string {
  const digits = Math.abs(value) >= 1 ? value.toFixed(2) : value.toPrecision(3);
  return String(Number(digits));
}
