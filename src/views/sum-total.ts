import type { Measure } from "../analytics/measure.js";
import type { CountedSum } from "../analytics/sum.js";
import type { Total } from "../output/table/column.js";
import { inSentence } from "../output/text/format.js";

interface SumLook {
  readonly signed?: boolean;
  /** What is counted: `legs`; positions when omitted. */
  readonly things?: "legs";
}

/**
 * Returns a sum as a figure below a table: with the number of those that have it, and their share of
 * the gross notional, unless all have it, and of those whose legs were not checked:
 * `+54.43 (13 of 15, about 96.62% of gross, 1 with legs not checked)`.
 */
export function sumTotal(
  label: string,
  sum: CountedSum,
  { signed = false, things }: SumLook = {},
): Total {
  const { value, counted, of, about, bound } = sum;
  const what = things === undefined ? "" : ` ${things}`;
  const notes = [
    ...(counted < of ? [`${counted} of ${of}${what}`] : []),
    ...grossShareText(sum),
    ...uncheckedText(sum, things),
  ];
  return {
    ...{ label, kind: "usd", signed, value: value?.toFixed() },
    ...(about === true && { about }),
    ...(bound !== undefined && { bound }),
    ...(notes.length > 0 && { note: notes.join(", ") }),
  };
}

/** Returns `(13 of 14)`; undefined if all are included. */
export function partOf({ counted, of }: Pick<Measure, "counted" | "of">): string | undefined {
  return counted === of ? undefined : `(${counted} of ${of})`;
}

/** `about 96.62% of gross`: the share of those counted; none if all are, or if it is unknown. */
export function grossShareText({ counted, grossShare, grossShareAbout }: CountedSum): string[] {
  if (counted === 0 || grossShare == null) return [];
  const share = inSentence("percent", grossShare.toFixed());
  return [`${grossShareAbout === true ? "about " : ""}${share} of gross`];
}

/** `1 with legs not checked`, or `2 legs not checked` of a sum over legs; none if all were. */
export function uncheckedText({ unchecked = 0 }: CountedSum, things?: SumLook["things"]): string[] {
  if (unchecked === 0) return [];
  const what = things === undefined ? "with legs" : unchecked === 1 ? "leg" : things;
  return [`${unchecked} ${what} not checked`];
}

/** Returns a text with its label as a line below a table. */
export function textLine(label: string, value: string): Total[] {
  return [{ label, kind: "text", value }];
}
