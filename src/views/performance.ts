import { totalsOf } from "../analytics/totals.js";
import type { Performance, Position } from "../api/position.js";
import type { Column, Total } from "../output/column.js";
import { sum } from "../output/totals.js";
import { figureTotals } from "./figures.js";

/** A row about a position, or about one of its legs. */
interface PerformanceRow {
  readonly position: { readonly performance?: Performance | undefined };
  /** The row above is of the same position. */
  readonly continues: boolean;
}

/** What a position has earned, with the sums that traders read; told once of each position. */
export const performanceColumns: Column<PerformanceRow>[] = [
  usd("funding_pnl", "funding", 3, (it) => it.funding_pnl),
  usd("fees", "fees", 5, feesOf, false),
  usd("fees.paid", "fees paid", 6, (it) => it.fees.paid, false),
  usd("fees.estimated_exit", "exit fees", 7, (it) => it.fees.estimated_exit, false),
  usd("spread_pnl", "spread", 5, spreadOf),
  usd("spread_pnl.realized", "realized", 6, (it) => it.spread_pnl.realized),
  usd("spread_pnl.unrealized", "unrealized", 6, (it) => it.spread_pnl.unrealized),
  usd("net_pnl", "net PnL", 0, (it) => it.net_pnl),
  column("duration_days", "days", "quantity", 8, (it) => it.duration_days),
  { ...column("apr", "APR", "percent", 2, (it) => it.apr), signed: true },
  column("calculated_at", "calculated", "time", 9, (it) => it.calculated_at),
];

/** Sums over the positions shown, each position once. */
export function performanceTotals(positions: readonly Position[]): Total[][] {
  const totals = totalsOf(positions);
  return [
    [
      { label: "positions", kind: "integer", value: totals.positions },
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
): Column<PerformanceRow> {
  return { ...column(key, header, "usd", priority, value), signed };
}

function column(
  key: string,
  header: string,
  kind: Column<PerformanceRow>["kind"],
  priority: number,
  value: (performance: Performance) => unknown,
): Column<PerformanceRow> {
  return {
    key: `performance.${key}`,
    header,
    kind,
    priority,
    value: ({ position }) => position.performance && value(position.performance),
    blank: ({ continues }) => continues,
  };
}

function feesOf(it: Performance): string | null {
  return sum([it.fees.paid, it.fees.estimated_exit]).total;
}

function spreadOf(it: Performance): string | null {
  return sum([it.spread_pnl.realized, it.spread_pnl.unrealized]).total;
}
