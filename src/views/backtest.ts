import type { PathPoint } from "../analytics/backtest-point.js";
import type { Column, View } from "../output/table/column.js";
import { pairsSection, textSection } from "../output/table/page.js";
import type { Section } from "../output/table/section.js";
import { holdSections } from "./backtest-hold.js";
import { iso, NOT_IN_IT, resultLines, type ShownBacktest, setupLines } from "./backtest-lines.js";

const usd = { kind: "usd", signed: true } as const;

const columns: readonly Column<PathPoint>[] = [
  { key: "time", header: "settled", kind: "time", value: ({ time }) => iso(time) },
  {
    key: "long_funding",
    header: "long",
    ...usd,
    priority: 3,
    value: ({ ofLeg }) => ofLeg.long?.toFixed(),
  },
  {
    key: "short_funding",
    header: "short",
    ...usd,
    priority: 3,
    value: ({ ofLeg }) => ofLeg.short?.toFixed(),
  },
  {
    key: "funding",
    header: "funding",
    ...usd,
    priority: 0,
    value: ({ funding }) => funding?.toFixed(),
  },
  {
    key: "cumulative",
    header: "cumulative",
    ...usd,
    priority: 0,
    value: ({ cumulative }) => cumulative?.toFixed(),
  },
  { key: "basis", header: "basis", ...usd, priority: 2, value: ({ basis }) => basis?.toFixed() },
  { key: "net", header: "net", ...usd, priority: 1, value: ({ net }) => net?.toFixed() },
];

const keys = columns.map(({ key }) => key);

/** Keys of the columns of `funding backtest`: its settlements. */
export const BACKTEST_COLUMNS: readonly string[] = keys;

/** View of a backtest: a page of figures, or a row for each settlement. */
export function backtestView(shown?: ShownBacktest): View<PathPoint> {
  return {
    rows: (it) => [it],
    columns,
    defaults: { table: keys, csv: keys },
    page: () => (shown === undefined ? [] : pageOf(shown)),
    empty: "No settlement.",
  };
}

function pageOf(shown: ShownBacktest): Section[] {
  return [
    pairsSection(setupLines(shown)),
    pairsSection(resultLines(shown), "Result"),
    ...holdSections(shown.result),
    textSection(`Not in it: ${NOT_IN_IT}`),
  ];
}
