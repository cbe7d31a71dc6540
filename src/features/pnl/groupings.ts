import { PERIODS, type PeriodUnit } from "../../analytics/portfolio/past-periods.js";

/** What a PnL can be divided by. */
export const PNL_GROUPINGS = [...PERIODS, "asset", "pair", "position"] as const;
export type PnlGrouping = (typeof PNL_GROUPINGS)[number];

/** Reports whether a grouping is by time. */
export function isByTime(by: PnlGrouping): by is PeriodUnit {
  return PERIODS.some((unit) => unit === by);
}
