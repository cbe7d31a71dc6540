import type { HistoryOf } from "../../analytics/funding/run-legs.js";
import { daysHeld } from "../../analytics/position/days-held.js";
import type { Limits } from "../../analytics/position/limits.js";
import { unknownFields } from "../../analytics/position/unreadable.js";
import { doubtedFields } from "../../base/as-sent.js";
import { createHandles, type Handles } from "../../base/names/handle.js";
import type { Position } from "../../client/resources/position.js";
import type { Column, View } from "../../output/table/column.js";
import type { Mark } from "../../output/table/mark.js";
import { totalsSection } from "../../output/table/page.js";
import { ATTENTION_KEY, attentionColumn } from "./attention.js";
import { hedgeColumns, legColumns, sideColumns } from "./leg-columns.js";
import { createPairColumn, dangerTone } from "./pair.js";
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
  /** Names of the positions; default: by those that are listed, as if there were others. */
  readonly handles?: Handles;
  /** Current funding of each position; undefined if not requested. */
  readonly runsOf?: RunsOf;
  /** Settled funding of their markets; undefined if not requested. */
  readonly historyOf?: HistoryOf;
  /** Limits by which positions are judged; undefined if they are not. */
  readonly limits?: Limits;
  /** Returns the text of an empty listing. */
  readonly whyEmpty?: () => string;
}

/** View of positions, one row per position or per leg. */
export function positionsView(options: PositionViewOptions): View<Position, PositionRow> {
  const { handles = createHandles(false) } = options;
  const pair = createPairColumn();
  const columns = [
    attentionColumn(options),
    handleColumn(handles),
    ...positionColumns,
    ageColumn(options),
    { ...pair.column, blank: continues },
    ...sideColumns(options),
    ...hedgeColumns(options, options.byLeg),
    ...legColumns(options),
    ...performanceColumns(options),
    ...runColumns(options.runsOf),
  ];
  return {
    rows: (position) => {
      handles.add(position);
      pair.add(position.legs);
      return options.byLeg ? legRows(position) : [{ position, legs: position.legs }];
    },
    sent: ({ position, legs }) => ({ ...position, legs }),
    isListing: true,
    rank: ({ status }) => Number(status === "closed"),
    isPast: ({ position }) => position.status === "closed",
    columns,
    defaults: {
      table: tableColumns(options),
      wide: wideColumns(options),
      csv: csvColumns(options.performance),
    },
    ...(options.performance && {
      head: (positions) => [totalsSection(performanceTotals(positions, options, handles))],
    }),
    get empty() {
      return options.whyEmpty?.() ?? "No positions.";
    },
  };
}

/** Mark of a position of which a field cannot be read. */
const UNREADABLE: Mark = { sign: "?", meaning: "a field cannot be read: the warning names it" };

/** A row of a position. */
type Named = Pick<PositionRow, "position">;

/** Key of the column of the names of positions. */
export const HANDLE_KEY = "handle";

/** Column of the names of positions, which is never dropped. */
export function handleColumn(handles: Handles): Column<Named> {
  return {
    key: HANDLE_KEY,
    header: "position",
    kind: "text",
    priority: 0,
    isWhole: true,
    tone: dangerTone,
    mark: unreadableMark,
    value: ({ position }) => handles.of(position),
    blank: continues,
  };
}

function unreadableMark({ position }: Named): readonly Mark[] {
  return unknownFields(position).length > 0 ? [UNREADABLE] : [];
}

/** Columns of the position's own fields. */
export const positionColumns: Column<PositionRow>[] = [
  {
    key: "asset",
    header: "asset",
    kind: "text",
    priority: 0,
    mark: unreadableMark,
    value: (row) => row.position.asset,
  },
  {
    key: "status",
    header: "status",
    kind: "text",
    priority: 0,
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

/** Column of the time that a position has been held. */
function ageColumn(clock: ServiceClock): Column<PositionRow> {
  return {
    key: "age_days",
    header: "age",
    kind: "days",
    priority: 4,
    value: (row) => daysHeld(row.position, clock.now),
    unsure: ({ position }) => doubtedFields(position).includes("opened_at"),
  };
}

const LEG_FIELDS = ["side", "exchange", "symbol", "quantity", "open_price", "mark_price"];
const RESULT = ["funding_pnl", "spread_pnl", "net_pnl", "apr"];

function tableColumns({ byLeg, performance, oneStatus, runsOf }: PositionViewOptions): string[] {
  const showsRun = performance && runsOf !== undefined;
  const legs = LEG_FIELDS.map((name) => `legs.${name}`);
  return [
    ...(showsRun ? [ATTENTION_KEY] : []),
    HANDLE_KEY,
    ...(byLeg && oneStatus !== true ? ["status"] : []),
    "age_days",
    ...(byLeg ? [...legs, "gross_notional", "legs.leverage"] : ["pair", "size"]),
    ...(performance ? RESULT.map((name) => `performance.${name}`) : []),
    ...(showsRun ? ["funding_24h", "now_apr"] : []),
  ];
}

function wideColumns(options: PositionViewOptions): string[] {
  const { byLeg, performance, runsOf } = options;
  const sides = ["long", "short"].flatMap((side) => [`${side}_quantity`, `${side}_price`]);
  const showsRun = performance && runsOf !== undefined;
  return [
    ...tableColumns(options),
    ...(byLeg || options.oneStatus === true ? [] : ["status"]),
    ...(byLeg ? ["legs.market_id"] : [...sides, "gross_notional"]),
    ...(performance ? ["performance.fees"] : []),
    ...(showsRun ? ["funding_7d", "funding_30d"] : []),
    "opened_at",
    "closed_at",
    "position_id",
  ];
}

function csvColumns(performance: boolean): string[] {
  const legFields = legColumns({ now: 0 }).map((column) => column.key);
  const figures = performance ? PERFORMANCE_AS_SENT : [];
  return ["position_id", "asset", "status", "opened_at", "closed_at", ...legFields, ...figures];
}
