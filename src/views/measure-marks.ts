import type { Measure } from "../analytics/measure.js";
import type { CountedSum } from "../analytics/sum.js";
import type { Mark } from "../output/table/mark.js";
import { NOT_ASKED } from "./doubt.js";
import { markAgeSigns } from "./position/leg-columns.js";
import type { ServiceClock } from "./position/position-row.js";

/** Returns the marks of what a figure rests on: mark prices by their age, and legs not checked. */
export function measureMarks(
  measure: Measure & Pick<CountedSum, "unchecked">,
  clock: ServiceClock,
): Mark[] {
  const { unchecked = 0 } = measure;
  return [...markAgeSigns(measure, clock), ...(unchecked > 0 ? [NOT_ASKED] : [])];
}
