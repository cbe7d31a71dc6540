import { LEAST_COVERED } from "../../analytics/funding/sum-of-periods.js";
import type { Measure } from "../../analytics/measure.js";
import { hoursText } from "../duration.js";

/**
 * Describes why a sum of settled events is unknown: `conflicting events`, `3 of 24 events`, or
 * `16h of 24h` where enough events are known but too few periods are whole for all legs.
 * @param things what is counted, with a space before it
 */
export function coverageText({ unknown, ...measure }: Measure, things = " events"): string {
  const { counted = 0, of = 0, coveredHours, wantedHours } = measure;
  if (unknown === "events_conflicting") return "conflicting events";
  const isEnough = of > 0 && counted * 100 >= of * LEAST_COVERED;
  return isEnough
    ? `${hoursText(coveredHours)} of ${hoursText(wantedHours)}`
    : `${counted} of ${of}${things}`;
}
