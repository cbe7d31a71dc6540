import type { PathPoint } from "../analytics/backtest-path.js";
import type { Figure } from "../base/decimal.js";
import type { ChartPoint } from "../output/chart/layout/columns.js";
import type { Plot } from "../output/chart/layout/plot.js";
import type { ShownBacktest } from "./backtest-lines.js";

/** Returns plots of the cumulative funding, and of basis and net, in percent of the notional. */
export function backtestPlots({ result, terms }: ShownBacktest): Plot[] {
  const { entry, path } = result;
  const points = (some: readonly PathPoint[], value: (point: PathPoint) => Figure) =>
    some.map((it, index): ChartPoint => {
      const from = some[index - 1]?.time ?? entry.time;
      const amount = value(it)?.times(100).div(terms.notional).toNumber() ?? null;
      return { from, to: it.time, value: amount };
    });
  const both = path.filter(({ basis }) => basis !== null);
  return [
    {
      title: "cumulative funding, percent of the notional",
      series: [{ label: "funding", points: points(path, ({ cumulative }) => cumulative) }],
      combine: "last",
    },
    {
      title: "basis and net, percent of the notional",
      series: [
        { label: "basis", points: points(both, ({ basis }) => basis) },
        { label: "net", points: points(both, ({ net }) => net) },
      ],
      combine: "last",
    },
  ];
}
