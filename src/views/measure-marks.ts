import type { Measure } from "../analytics/measure.js";
import type { CountedSum } from "../analytics/sum.js";
import type { Mark } from "../output/table/mark.js";
import { NOT_ASKED } from "./doubt.js";
import { markAgeSigns } from "./position/leg-columns.js";
import type { ServiceClock } from "./position/position-row.js";

/** Mark of a figure that rests on an open price. */
const ABOUT = { sign: "~", meaning: "about: at the open price where a mark is missing" };

/** Returns the marks of what a figure rests on: mark prices by their age, and legs not checked. */
export function measureMarks(
  measure: Measure & Pick<CountedSum, "unchecked">,
  clock: ServiceClock,
): Mark[] {
  const { unchecked = 0, about } = measure;
  const ages = about === true ? { ...measure, ageUnknown: undefined } : measure; // `~` says more
  return [
    ...(about === true ? [ABOUT] : []),
    ...markAgeSigns(ages, clock),
    ...(unchecked > 0 ? [NOT_ASKED] : []),
  ];
}
