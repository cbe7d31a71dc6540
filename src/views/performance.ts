import { feesOf, spreadOf, totalsOf } from "../analytics/totals.js";
import type { Performance, Position } from "../api/position.js";
import type { Column, Total } from "../output/column.js";
import { figureTotals, staleNote } from "./figures.js";
import { staleMark } from "./leg-columns.js";
import { continues, type PositionRow, type ServiceClock } from "./position-row.js";

/* With the sums that traders read; told once of each position. */
const columns: readonly Column<PositionRow>[] = [
  usd("funding_pnl", "funding", 3, (it) => it.funding_pnl),
  usd("fees", "fees", 5, (it) => feesOf(it)?.toFixed(), false),
  usd("fees.paid", "fees paid", 6, (it) => it.fees.paid, false),
  usd("fees.estimated_exit", "exit fees", 7, (it) => it.fees.estimated_exit, false),
  usd("spread_pnl", "spread", 5, (it) => spreadOf(it)?.toFixed()),
  usd("spread_pnl.realized", "realized", 6, (it) => it.spread_pnl.realized),
  usd("spread_pnl.unrealized", "unrealized", 6, (it) => it.spread_pnl.unrealized),
  usd("net_pnl", "net PnL", 0, (it) => it.net_pnl),
  column("duration_days", "days", "quantity", 8, (it) => it.duration_days),
  { ...column("apr", "APR", "percent", 2, (it) => it.apr), signed: true },
  column("calculated_at", "calculated", "time", 9, (it) => it.calculated_at),
];

/** What is worked out with mark prices. */
const AT_MARK: ReadonlySet<string> = new Set(
  ["spread_pnl", "spread_pnl.unrealized", "net_pnl", "apr"].map((key) => `performance.${key}`),
);

/** What the service says of the performance, without the sums of it. */
export const PERFORMANCE_AS_SENT: readonly string[] = columns
  .map(({ key }) => key)
  .filter((key) => key !== "performance.fees" && key !== "performance.spread_pnl");

/** The columns of the performance; what rests on a stale mark price is marked. */
export function performanceColumns(clock: ServiceClock): Column<PositionRow>[] {
  const mark: Column<PositionRow>["mark"] = ({ position }) =>
    position.performance && staleMark(position, clock);
  return columns.map((column) => (AT_MARK.has(column.key) ? { ...column, mark } : column));
}

/**
 * Sums over the positions shown, each position once.
 * @param now the time of the service, milliseconds since the epoch
 */
export function performanceTotals(positions: readonly Position[], now: number): Total[][] {
  const totals = totalsOf(positions, now);
  return [
    [
      { label: "positions", kind: "integer", value: totals.positions, ...staleNote(totals) },
      ...figureTotals(totals, ["funding_pnl", "fees", "spread_pnl", "net_pnl"]),
    ],
  ];
}

function usd(
  key: string,
  header: string,
  priority: number,
  value: (performance: Performance) => unknown,
  signed = true,
): Column<PositionRow> {
  return { ...column(key, header, "usd", priority, value), signed };
}

function column(
  key: string,
  header: string,
  kind: Column<PositionRow>["kind"],
  priority: number,
  value: (performance: Performance) => unknown,
): Column<PositionRow> {
  return {
    key: `performance.${key}`,
    header,
    kind,
    priority,
    value: ({ position }) => position.performance && value(position.performance),
    blank: continues,
  };
}
