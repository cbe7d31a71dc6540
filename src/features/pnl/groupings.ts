import { PERIODS, type PeriodUnit } from "../../analytics/portfolio/past-periods.js";

/** What a PnL can be divided by. */
export const PNL_DIVISIONS = [...PERIODS, "asset", "pair", "position", "portfolio"] as const;
export type PnlDivision = (typeof PNL_DIVISIONS)[number];

/** The same, and each snapshot with the PnL since the first one. */
export const PNL_GROUPINGS = ["snapshot", ...PNL_DIVISIONS] as const;
export type PnlGrouping = (typeof PNL_GROUPINGS)[number];

/** Reports whether a grouping divides time. */
export function isByTime(by: PnlGrouping): by is PeriodUnit {
  return PERIODS.some((unit) => unit === by);
}
