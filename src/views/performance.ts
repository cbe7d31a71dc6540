import type { Performance } from "../api/position.js";
import type { Column, Total } from "../output/column.js";
import { sum } from "../output/totals.js";

/** Whatever may carry a performance. */
interface Performing {
  readonly performance?: Performance | undefined;
}

/** A row about a position. */
interface PerformanceRow {
  readonly position: Performing;
}

function usd(
  key: string,
  header: string,
  priority: number,
  value: (performance: Performance) => unknown,
  signed = true,
): Column<PerformanceRow> {
  return {
    key: `performance.${key}`,
    header,
    kind: "usd",
    signed,
    priority,
    value: ({ position }) => position.performance && value(position.performance),
  };
}

/** What a position has earned, with the sums that traders read. */
export const performanceColumns: Column<PerformanceRow>[] = [
  usd("funding_pnl", "funding", 3, (it) => it.funding_pnl),
  usd("fees", "fees", 4, (it) => feesOf(it), false),
  usd("fees.paid", "fees paid", 6, (it) => it.fees.paid, false),
  usd("fees.estimated_exit", "exit fees", 7, (it) => it.fees.estimated_exit, false),
  usd("spread_pnl", "spread", 4, (it) => spreadOf(it)),
  usd("spread_pnl.realized", "realized", 6, (it) => it.spread_pnl.realized),
  usd("spread_pnl.unrealized", "unrealized", 6, (it) => it.spread_pnl.unrealized),
  usd("net_pnl", "net PnL", 0, (it) => it.net_pnl),
  {
    key: "performance.duration_days",
    header: "days",
    kind: "quantity",
    priority: 8,
    value: ({ position }) => position.performance?.duration_days,
  },
  {
    key: "performance.apr",
    header: "APR",
    kind: "percent",
    signed: true,
    priority: 2,
    value: ({ position }) => position.performance?.apr,
  },
  {
    key: "performance.calculated_at",
    header: "calculated",
    kind: "time",
    priority: 9,
    value: ({ position }) => position.performance?.calculated_at,
  },
];

/** Sums over the positions shown, each position once. */
export function performanceTotals(positions: readonly Performing[]): Total[][] {
  const figures: [string, (it: Performance) => unknown, boolean][] = [
    ["funding", (it) => it.funding_pnl, true],
    ["fees", feesOf, false],
    ["spread", spreadOf, true],
    ["net PnL", (it) => it.net_pnl, true],
  ];
  const totals = figures.map(([label, value, signed]): Total => {
    const { total, counted, of } = sum(
      positions.map((position) => position.performance && value(position.performance)),
    );
    const note = counted === of ? undefined : `${counted} of ${of}`;
    return { label, kind: "usd", value: total, signed, ...(note !== undefined && { note }) };
  });
  return [totals];
}

function feesOf(it: Performance): string | null {
  return sum([it.fees.paid, it.fees.estimated_exit]).total;
}

function spreadOf(it: Performance): string | null {
  return sum([it.spread_pnl.realized, it.spread_pnl.unrealized]).total;
}
