import { type History, isGap } from "../../analytics/portfolio/history.js";
import type { PartName, Parts } from "../../analytics/portfolio/parts.js";
import type { ChartPoint } from "../../output/chart/layout/columns.js";
import type { Plot } from "../../output/chart/layout/plot.js";

/** Returns plots of the net PnL and of its parts; time without snapshots is a gap. */
export function historyPlots({ points, spacing }: History): Plot[] {
  const drawn = (amountOf: (parts: Parts) => number): ChartPoint[] =>
    points.slice(1).map((point, index) => {
      const before = points[index]?.at ?? point.at;
      const from = isGap(before, point.at, spacing) ? point.at - spacing : before;
      return { from, to: point.at, value: point.parts && amountOf(point.parts) };
    });
  const sum = (...names: readonly PartName[]) =>
    drawn((parts) => names.reduce((total, name) => total + parts[name].toNumber(), 0));
  const isWhole = points.every(({ parts }) => parts !== null);
  const gap = isWhole ? "not recorded" : "not recorded, or unknown";
  const shared = { combine: "last", unit: "usd", gap } as const;
  return [
    {
      title: "net PnL of the positions, cumulative, USD",
      series: [{ label: "net PnL", points: sum("net_pnl") }],
      ...shared,
    },
    {
      title: "its parts; fees lower it",
      series: [
        { label: "funding", points: sum("funding_pnl") },
        { label: "price PnL", points: sum("spread_realized", "spread_unrealized") },
        {
          label: "fees paid and exit fees (est.)",
          points: sum("fees_paid", "fees_estimated_exit"),
        },
      ],
      ...shared,
    },
  ];
}
