import type { PathPoint } from "../analytics/backtest-point.js";
import type { HoldWindows, Quartiles } from "../analytics/backtest-windows.js";
import type { Column, View } from "../output/table/column.js";
import { pairsSection, tableSection, textSection } from "../output/table/page.js";
import type { Section } from "../output/table/section.js";
import {
  iso,
  NOT_INCLUDED,
  resultLines,
  type ShownBacktest,
  setupLines,
} from "./backtest-lines.js";
import { duration } from "./duration.js";

export type { ShownBacktest } from "./backtest-lines.js";

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
  const { windows } = shown.result;
  return [
    pairsSection(setupLines(shown)),
    pairsSection(resultLines(shown), "Result"),
    ...(windows === undefined ? [] : windowSections(windows, shown)),
    textSection(`Not in it: ${NOT_INCLUDED.join(", ")}. Settled funding is not a forecast.`),
  ];
}

interface Distribution {
  readonly label: string;
  readonly values: Quartiles;
}

const RANKS = [
  ["least", "least"],
  ["lower", "1st quartile"],
  ["median", "median"],
  ["upper", "3rd quartile"],
  ["most", "most"],
] as const;

const distribution: readonly Column<Distribution>[] = [
  { key: "label", header: "", kind: "text", priority: 0, value: ({ label }) => label },
  ...RANKS.map(
    ([rank, header]): Column<Distribution> => ({
      ...{ key: rank, header, ...usd },
      priority: rank === "lower" || rank === "upper" ? 1 : 0,
      value: ({ values }) => values[rank].toFixed(),
    }),
  ),
];

function windowSections(windows: HoldWindows, { result }: ShownBacktest): Section[] {
  const { hold, counted, of, independent, funding, net } = windows;
  const title = `Held ${duration(hold)}`;
  if (funding === null || net === null) {
    const why =
      of === 0
        ? `no window of ${duration(hold)} in ${result.days.round(2).toFixed()} days`
        : `each of the ${of} windows has missing events`;
    return [pairsSection([{ label: "net", kind: "usd", value: null, note: why }], title)];
  }
  const rows = [
    { label: "funding", values: funding },
    { label: "net", values: net },
  ];
  const left = counted === of ? "" : ` of ${of}, the others have missing events`;
  const windowsText = `${counted} windows${left}, one for each UTC day: ${independent} independent.`;
  return [tableSection(rows, distribution, title), textSection(windowsText)];
}
