import type { Big } from "big.js";
import { readable } from "../position/larger-side.js";
import type { Run, RunWindow } from "./run.js";
import type { OutlookState } from "./state-names.js";

/**
 * Returns the state of a position by its funding a day; amounts that are displayed as 0.00 are 0.
 * @returns if unknown, whether a shorter run is missing or only that of 30 days
 */
export function stateOf(
  runs: Readonly<Record<RunWindow, Pick<Run, "perDay">>>,
): OutlookState | { readonly missing: "run" | "month" } {
  const paid = ({ perDay }: Pick<Run, "perDay">) => perDay.value && readable(perDay.value);
  const [day, three, week, month] = [
    paid(runs["24h"]),
    paid(runs["3d"]),
    paid(runs["7d"]),
    paid(runs["30d"]),
  ];
  if (day === null || three === null || week === null) return { missing: "run" };
  if (week.abs().lte(runs["7d"].perDay.se ?? -1)) return "flat";
  if (week.lte(0)) {
    if (day.gt(0) && three.gt(0)) return "recovering";
    return month === null ? { missing: "month" } : month.gt(0) ? "turned" : "costing";
  }
  if (day.lte(0)) return "slipping";
  return month === null ? { missing: "month" } : againstMonth(week, month);
}

function againstMonth(week: Big, month: Big): OutlookState {
  if (month.lte(0)) return "improving";
  return week.times(3).lt(month) ? "fading" : "steady";
}
