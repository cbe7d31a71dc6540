import { nowAprOf } from "../../analytics/funding/now-apr.js";
import { type Runs, SHOWN_WINDOWS, type ShownWindow } from "../../analytics/funding/shown-runs.js";
import { type Holder, heldLegs, whyUncountable } from "../../analytics/position/held-legs.js";
import type { Column, Total } from "../../output/table/column.js";
import type { Mark } from "../../output/table/mark.js";
import { uncheckedMark } from "../doubt.js";
import { hoursText } from "../duration.js";
import { figure } from "../figure-line.js";
import { WHY_UNCOUNTABLE } from "./outlook-unknown.js";
import { continues, type PositionRow } from "./position-row.js";
import { coverageText } from "./run-coverage.js";

/** Returns the runs of a position as it was sent; undefined if not requested. */
export type RunsOf = (position: PositionRow["position"]) => Runs | undefined;

/** Mark of a run that includes events before the opening. */
export const BEFORE_OPENING: Mark = {
  sign: "<",
  meaning: "includes funding settled before the position was opened",
};

/** Mark of annual rates from less than 7 days. */
export const YOUNG: Mark = { sign: "~", meaning: "annualised from under 7 days" };

/** Keys of the columns of current funding. */
export const RUN_KEYS: readonly string[] = [
  ...SHOWN_WINDOWS.map((window) => `funding_${window}`),
  "now_apr",
];

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

/** Returns current funding as lines of a page. */
export function runLines(position: Holder, runs: Runs): Total[] {
  const unknown = whyNothing(position);
  let said: string | undefined; // a cause is named once
  return [
    ...SHOWN_WINDOWS.map((window) => {
      const note = coverageNote(runs, window)?.replace(/^\(|\)$/g, "");
      const why = unknown ?? note ?? "the funding of a leg's market is unknown";
      const missing = why === said ? {} : { missing: why };
      said = why;
      const { value } = runs[window].settled;
      return figure(`funding ${window}`, "usd", value, { signed: true, note, ...missing });
    }),
    figure("funding/day (7d)", "usd", runs["7d"].perDay.value, { signed: true }),
    figure("now APR", "percent", nowAprOf(position, runs), { signed: true }),
  ];
}

/** Returns why no funding is received whatever the markets; undefined if something is held. */
function whyNothing(position: Holder): string | undefined {
  const uncountable = whyUncountable(position);
  if (uncountable !== undefined) return WHY_UNCOUNTABLE[uncountable];
  return heldLegs(position).length === 0 ? "no leg holds anything" : undefined;
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
