import type { Criteria } from "../analytics/criteria.js";
import type { Concern, Reason } from "../analytics/reason.js";
import type { Column, View } from "../output/table/column.js";
import { pickColumn } from "../output/table/pick-column.js";
import { performanceColumns } from "./performance.js";
import { continues, type PositionRow, type ServiceClock } from "./position-row.js";
import { pairColumn, positionColumns } from "./positions.js";
import { reasonText } from "./reasons.js";

/** Limits beyond which figures of a status are stale. */
export function clockOf({ now, limits }: Criteria): ServiceClock {
  return { now, staleMs: limits.staleMs };
}

/** A reason why a position needs attention. */
export interface ReasonRow extends PositionRow {
  readonly reason: Reason;
}

/** Returns one row per reason, grouped by position. */
export function reasonRows(concerns: readonly Concern[]): ReasonRow[] {
  return concerns.flatMap(({ position, reasons }) =>
    reasons.map((reason) => ({ position, legs: position.legs, reason })),
  );
}

/** Columns of a position, shown once per position, then those of a reason. */
function reasonColumns(clock: ServiceClock): Column<ReasonRow>[] {
  const known: Column<ReasonRow>[] = [...positionColumns, ...performanceColumns(clock)];
  const once = (key: string, priority: number) => {
    return { ...pickColumn(known, key), priority, blank: continues };
  };
  return [
    once("asset", 0),
    once("position_id", 1),
    once("opened_at", 9),
    pairColumn,
    once("performance.net_pnl", 2),
    { key: "code", header: "code", kind: "text", priority: 9, value: ({ reason }) => reason.code },
    {
      key: "reason",
      header: "needs attention because",
      kind: "prose",
      value: ({ reason, position }) => reasonText(reason, position),
    },
  ];
}

/** View of reasons, one per row. */
export function reasonsView(clock: ServiceClock): View<ReasonRow> {
  const columns = reasonColumns(clock);
  const keys = columns.map(({ key }) => key);
  return {
    rows: (row) => [row],
    columns,
    defaults: { table: keys.filter((key) => key !== "opened_at" && key !== "code"), csv: keys },
    empty: "Nothing needs attention.",
  };
}
