import type { Concern, Reason } from "../analytics/attention.js";
import type { Column, View } from "../output/column.js";
import { performanceColumns } from "./performance.js";
import { type PositionRow, positionColumns, sideColumns } from "./positions.js";
import { reasonText } from "./reasons.js";

/** One reason to look at a position. */
export interface ReasonRow extends PositionRow {
  readonly reason: Reason;
}

/** One row a reason, those of a position together. */
export function reasonRows(concerns: readonly Concern[]): ReasonRow[] {
  return concerns.flatMap(({ position, reasons }) =>
    reasons.map((reason, index) => ({
      position,
      legs: position.legs,
      continues: index > 0,
      reason,
    })),
  );
}

/**
 * How reasons look, one a row.
 * @param now the time of the service, milliseconds since the epoch
 */
export function reasonsView(now: number): View<ReasonRow> {
  const columns = reasonColumns(now);
  const keys = columns.map(({ key }) => key);
  return {
    rows: (row) => [row],
    columns,
    defaults: { table: keys.filter((key) => key !== "opened_at" && key !== "code"), csv: keys },
    empty: "Nothing needs attention.",
  };
}

/** The columns of a position, which are told once of each, then those of a reason. */
export function reasonColumns(now: number): Column<ReasonRow>[] {
  const shared = [...positionColumns, ...sideColumns({ now }), ...performanceColumns];
  const once = (key: string, priority: number): Column<ReasonRow>[] =>
    shared
      .filter((column) => column.key === key)
      .map((column) => ({ ...column, priority, blank: ({ continues }) => continues }));
  return [
    ...once("asset", 0),
    ...once("position_id", 1),
    ...once("opened_at", 9),
    ...once("long", 3),
    ...once("short", 3),
    ...once("performance.net_pnl", 2),
    { key: "code", header: "code", kind: "text", priority: 9, value: ({ reason }) => reason.code },
    {
      key: "reason",
      header: "needs attention because",
      kind: "text",
      value: ({ reason, position }) => reasonText(reason, position),
    },
  ];
}
