import { nowAprOf } from "../../analytics/funding/now-apr.js";
import { type Runs, SHOWN_WINDOWS, type ShownWindow } from "../../analytics/funding/shown-runs.js";
import type { Column } from "../../output/table/column.js";
import type { Mark } from "../../output/table/mark.js";
import { uncheckedMark } from "../doubt.js";
import { hoursText } from "../duration.js";
import { continues, type PositionRow } from "./position-row.js";
import { coverageText } from "./run-coverage.js";

/** Returns the runs of a position as it was sent; undefined if not requested. */
export type RunsOf = (position: PositionRow["position"]) => Runs | undefined;

/** Mark of annual rates from less than 7 days. */
export const YOUNG: Mark = { sign: "~", meaning: "annualised from under 7 days" };

/** Columns of current funding: over each window, and annualised from 7 days. */
export function runColumns(runsOf: RunsOf = () => undefined): Column<PositionRow>[] {
  const runs = ({ position }: PositionRow) => runsOf(position);
  return [
    ...SHOWN_WINDOWS.map(
      (window): Column<PositionRow> => ({
        key: `funding_${window}`,
        header: `funding ${window}`,
        kind: "usd",
        signed: true,
        priority: window === "24h" ? 4 : 8,
        value: (row) => runs(row)?.[window].settled.value?.toFixed(),
        mark: uncheckedMark,
        note: (row) => coverageNote(runs(row), window),
        blank: continues,
      }),
    ),
    {
      key: "now_apr",
      header: "now APR",
      kind: "percent",
      signed: true,
      priority: 4,
      value: (row) => nowAprOf(row.position, runs(row))?.toFixed(),
      mark: uncheckedMark,
      blank: continues,
    },
  ];
}

/** Returns the coverage of a window unless it is complete. */
function coverageNote(runs: Runs | undefined, window: ShownWindow): string | undefined {
  if (runs === undefined) return undefined;
  const { settled, openedWithin } = runs[window];
  const { value, of, coveredHours, wantedHours } = settled;
  if (value === null) {
    if (runs[window].unknown === "not_settled") return "(not settled yet)";
    return of === undefined || of === 0 ? undefined : `(${coverageText(settled)})`;
  }
  if (coveredHours !== wantedHours) {
    return `(${hoursText(coveredHours)} of ${hoursText(wantedHours)})`;
  }
  return openedWithin === undefined ? undefined : `(${hoursText(coveredHours)})`;
}
