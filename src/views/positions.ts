import { pairOf } from "../analytics/groups.js";
import { daysHeld } from "../analytics/holding.js";
import type { Limits } from "../analytics/limits.js";
import { unknownFields } from "../analytics/unreadable.js";
import type { Position } from "../client/resources/position.js";
import type { Column, View } from "../output/table/column.js";
import type { Mark } from "../output/table/mark.js";
import { ATTENTION_KEY, attentionColumn } from "./attention.js";
import { hedgeColumns, legColumns, sideColumns } from "./leg-columns.js";
import { PERFORMANCE_AS_SENT, performanceColumns, performanceTotals } from "./performance.js";
import { continues, legRows, type PositionRow, type ServiceClock } from "./position-row.js";
import { type RunsOf, runColumns } from "./run.js";

export interface PositionViewOptions extends ServiceClock {
  /** True for one row per leg. */
  readonly byLeg: boolean;
  /** True if the performance was requested. */
  readonly performance: boolean;
  /** True if all positions have the same status, so the column is left out. */
  readonly oneStatus?: boolean;
  /** Current funding of each position; undefined if not requested. */
  readonly runsOf?: RunsOf;
  /** Limits by which positions are judged; undefined if they are not judged. */
  readonly limits?: Limits;
  /** Returns the text of an empty listing. */
  readonly whyEmpty?: () => string;
}

/** View of positions, one row per position or per leg. */
export function positionsView(options: PositionViewOptions): View<Position, PositionRow> {
  const columns = [
    attentionColumn(options),
    ...positionColumns,
    ageColumn(options),
    ...sideColumns(options),
    ...hedgeColumns(options, options.byLeg),
    ...legColumns(options),
    ...performanceColumns(options),
    ...runColumns(options.runsOf),
  ];
  return {
    rows: (position) => (options.byLeg ? legRows(position) : [{ position, legs: position.legs }]),
    sent: ({ position, legs }) => ({ ...position, legs }),
    isListing: true,
    columns,
    defaults: { table: tableColumns(options), csv: csvColumns(options.performance) },
    ...(options.performance && {
      totals: (positions) => performanceTotals(positions, options),
    }),
    get empty() {
      return options.whyEmpty?.() ?? "No positions.";
    },
  };
}

/** Mark of a position of which a field cannot be read. */
const UNREADABLE: Mark = { sign: "?", meaning: "a field cannot be read: the warning names it" };

/** Columns of the position's own fields. */
export const positionColumns: Column<PositionRow>[] = [
  {
    key: "asset",
    header: "asset",
    kind: "text",
    priority: 0,
    mark: ({ position }) => (unknownFields(position).length > 0 ? [UNREADABLE] : []),
    value: (row) => row.position.asset,
  },
  {
    key: "status",
    header: "status",
    kind: "text",
    priority: 1,
    value: (row) => row.position.status,
  },
  {
    key: "position_id",
    header: "id",
    kind: "id",
    priority: 1,
    value: (row) => row.position.position_id,
  },
  {
    key: "opened_at",
    header: "opened",
    kind: "time",
    priority: 9,
    value: (row) => row.position.opened_at,
  },
  {
    key: "closed_at",
    header: "closed",
    kind: "time",
    priority: 9,
    value: (row) => row.position.closed_at,
  },
];

/** Column of the exchanges of both sides, long first. */
export const pairColumn: Column<PositionRow> = {
  key: "pair",
  header: "long/short",
  kind: "text",
  priority: 3,
  value: ({ legs }) => pairOf(legs),
  blank: continues,
};

/** Column of the time that a position has been held. */
export function ageColumn(clock: ServiceClock): Column<PositionRow> {
  return {
    key: "age_days",
    header: "age",
    kind: "days",
    priority: 4,
    value: (row) => daysHeld(row.position, clock.now),
  };
}

function tableColumns({ byLeg, performance, oneStatus, runsOf }: PositionViewOptions): string[] {
  const legs = byLeg
    ? [
        "legs.side",
        "legs.exchange",
        "legs.symbol",
        "legs.quantity",
        "legs.open_price",
        "legs.mark_price",
        "gross_notional",
        "legs.leverage",
      ]
    : [
        "long",
        "short",
        "long_quantity",
        "short_quantity",
        "long_price",
        "short_price",
        "gross_notional",
      ];
  const figures = performance
    ? ["funding_pnl", "fees", "spread_pnl", "net_pnl", "apr"].map((key) => `performance.${key}`)
    : [];
  const showsRun = performance && runsOf !== undefined;
  const attention = showsRun ? [ATTENTION_KEY] : [];
  const run = showsRun ? ["funding_24h", "now_apr"] : [];
  const status = oneStatus === true ? [] : ["status"];
  const id = "position_id";
  return [...attention, "asset", ...status, "age_days", ...legs, ...figures, ...run, id];
}

function csvColumns(performance: boolean): string[] {
  const legFields = legColumns({ now: 0 }).map((column) => column.key);
  const figures = performance ? PERFORMANCE_AS_SENT : [];
  return ["position_id", "asset", "status", "opened_at", "closed_at", ...legFields, ...figures];
}
