import type { Figure } from "../../base/decimal.js";
import type { ChartPoint } from "../../output/chart/layout/columns.js";
import type { Plot } from "../../output/chart/layout/plot.js";
import type { ShownBacktest } from "./lines.js";
import type { PathPoint } from "./point.js";

/** Returns plots of the cumulative funding, the basis and the net PnL, in percent of the notional. */
export function backtestPlots({ result, terms }: ShownBacktest): Plot[] {
  const { entry, path } = result;
  const both = path.filter(({ basis }) => basis !== null);
  const plot = (title: string, points: readonly PathPoint[], value: (it: PathPoint) => Figure) => ({
    title: `${title}, percent of the notional`,
    series: [{ label: title, points: points.map(pointOf(value)) }],
    ...({ combine: "last", gap: "funding unknown" } as const),
  });
  const pointOf =
    (value: (point: PathPoint) => Figure) =>
    (it: PathPoint, index: number, some: readonly PathPoint[]): ChartPoint => ({
      from: some[index - 1]?.time ?? entry.time,
      to: it.time,
      value: value(it)?.times(100).div(terms.notional).toNumber() ?? null,
    });
  return [
    plot("cumulative funding", path, ({ cumulative }) => cumulative),
    plot("basis", both, ({ basis }) => basis),
    plot("net if left then", both, ({ net }) => net),
  ];
}
