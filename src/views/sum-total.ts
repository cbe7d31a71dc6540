import type { Measure } from "../analytics/measure.js";
import type { CountedSum } from "../analytics/sum.js";
import type { Total } from "../output/table/column.js";

interface SumLook {
  readonly signed?: boolean;
  /** What is counted: `legs`; positions when omitted. */
  readonly things?: "legs";
}

/** Returns `(13 of 14)`; undefined if all are included. */
export function partOf({ counted, of }: Pick<Measure, "counted" | "of">): string | undefined {
  return counted === of ? undefined : `(${counted} of ${of})`;
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
