import { own } from "../../output/record.js";
import type { Column, Total } from "../../output/table/column.js";
import { pairsSection, tableSection, textSection } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import { duration } from "../../views/duration.js";
import { figure } from "../../views/figure-line.js";
import type { Backtest } from "./figures.js";
import type { HoldWindows, Quartiles } from "./windows.js";

interface Distribution {
  readonly label: string;
  readonly values: Quartiles;
}

const RANKS = [
  ["least", "least", "Least of the windows, USD."],
  ["lower", "1st quartile", "First quartile by nearest rank, USD."],
  ["median", "median", "Median by nearest rank, USD."],
  ["upper", "3rd quartile", "Third quartile by nearest rank, USD."],
  ["most", "most", "Most of the windows, USD."],
] as const;

/** The fields of a distribution over windows. */
export const QUARTILES = RANKS.map(([rank, _, help]) => own<Quartiles>(rank, "number", help));

const distribution: readonly Column<Distribution>[] = [
  { key: "label", header: "", kind: "text", priority: 0, value: ({ label }) => label },
  ...RANKS.map(
    ([rank, header]): Column<Distribution> => ({
      ...{ key: rank, header, kind: "usd", signed: true },
      priority: rank === "lower" || rank === "upper" ? 1 : 0,
      value: ({ values }) => values[rank].toFixed(),
    }),
  ),
];

/** Returns sections of a page with the figures of the windows; none without windows. */
export function holdSections({ windows, days }: Backtest): Section[] {
  if (windows === undefined) return [];
  const title = `Held ${duration(windows.hold)}`;
  const rows = rowsOf(windows);
  return rows === undefined
    ? [pairsSection([unknownNet("net", windows, days)], title)]
    : [tableSection(rows, distribution, title), textSection(`${windowsText(windows)}.`)];
}

/** Returns the same as lines below a chart. */
export function holdTotals({ windows, days }: Backtest): Total[][] {
  if (windows === undefined) return [];
  const held = `held ${duration(windows.hold)}`;
  const rows = rowsOf(windows);
  if (rows === undefined) return [[unknownNet(`${held}: net`, windows, days)]];
  return [
    [{ label: `${held}:`, kind: "text", value: windowsText(windows) }],
    ...rows.map(({ label, values }) =>
      RANKS.map(([rank, header], at) =>
        figure(at === 0 ? `${label}: ${header}` : header, "usd", values[rank], { signed: true }),
      ),
    ),
  ];
}

/** Returns undefined if no window is known. */
function rowsOf({ funding, net }: HoldWindows): Distribution[] | undefined {
  if (funding === null || net === null) return undefined;
  return [
    { label: "funding", values: funding },
    { label: "net", values: net },
  ];
}

function unknownNet(label: string, { hold, of }: HoldWindows, days: Backtest["days"]): Total {
  const note =
    of === 0
      ? `no window of ${duration(hold)} in ${days.round(2).toFixed()} days`
      : `each of the ${of} windows has missing events`;
  return { label, kind: "usd", value: null, note };
}

function windowsText({ counted, of, independent }: HoldWindows): string {
  const left = counted === of ? "" : ` of ${of}, the others have missing events`;
  return `${counted} windows${left}, one for each UTC day: ${independent} independent`;
}
