import type { Measure } from "../analytics/measure.js";
import type { Total } from "../output/table/column.js";

/** Returns `(13 of 14)`; undefined if all are included. */
export function partOf({ counted, of }: Pick<Measure, "counted" | "of">): string | undefined {
  return counted === of ? undefined : `(${counted} of ${of})`;
}

/** Returns a text with its label as a line below a table. */
export function textLine(label: string, value: string): Total[] {
  return [{ label, kind: "text", value }];
}
