import type { Measure } from "../analytics/measure.js";
import type { CountedSum } from "../analytics/sum.js";
import type { Mark } from "../output/table/mark.js";
import { NOT_ASKED } from "./doubt.js";
import { staleMarkSign } from "./leg-columns.js";
import type { ServiceClock } from "./position-row.js";

/** Mark of figures that depend on a mark price without a time. */
const UNDATED: Mark = {
  sign: "?",
  meaning: "mark price without a time: its age is unknown",
};

/** Returns the marks of what a figure rests on: mark prices by their age, and legs not checked. */
export function measureMarks(
  { stale, ageUnknown, unchecked = 0 }: Measure & Pick<CountedSum, "unchecked">,
  clock: ServiceClock,
): Mark[] {
  return [
    ...(stale === true ? [staleMarkSign(clock)] : []),
    ...(ageUnknown === true ? [UNDATED] : []),
    ...(unchecked > 0 ? [NOT_ASKED] : []),
  ];
}
