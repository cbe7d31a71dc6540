import type { Measure } from "../analytics/measure.js";
import type { CountedSum } from "../analytics/sum.js";
import type { Counted, Totals } from "../analytics/totals.js";

/** Converts a measure to JSON, by the names of `carry schema`; fields that do not apply are left out. */
export function measureJson(measure: Measure) {
  const { value, unit, asOf, counted, of, coveredHours, wantedHours } = measure;
  const { unknown, stale, ageUnknown, about } = measure;
  return {
    value,
    unit,
    as_of: asOf === undefined ? undefined : new Date(asOf).toISOString(),
    counted,
    of,
    covered_hours: coveredHours,
    wanted_hours: wantedHours,
    unknown,
    stale,
    age_unknown: ageUnknown === true ? true : undefined,
    about: about === true ? true : undefined,
  };
}

/** Converts a sum over several positions to JSON. */
export function countedSumJson(sum: CountedSum) {
  const { grossShare, grossShareAbout, unchecked } = sum;
  return {
    ...measureJson(sum),
    unchecked,
    gross_share: grossShare ?? undefined,
    gross_share_about: grossShare && grossShareAbout === true ? true : undefined,
  };
}

/** Converts a figure of several positions to JSON. */
function countedJson(counted: Counted) {
  const { capital, estimated } = counted;
  return { ...countedSumJson(counted), capital, estimated };
}

/** Converts the figures of several positions to JSON, by name. */
export function figuresJson(figures: Totals["figures"]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, figure]) => [name, countedJson(figure)]),
  );
}
