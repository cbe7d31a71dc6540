import { GROUPINGS, type PositionGrouping } from "../../analytics/portfolio/groupings.js";
import type { Group } from "../../analytics/portfolio/groups.js";
import { RESULTS, type ResultName } from "../../analytics/portfolio/result-names.js";
import type { Result } from "../../analytics/portfolio/results.js";
import { FIGURES, type FigureName, type Totals } from "../../analytics/portfolio/totals.js";
import { isAtMark, isOfPerformance } from "../../analytics/position/position-figures.js";
import type { CountedSum } from "../../analytics/sum.js";
import { sourced } from "../../output/formats/exact-json.js";
import {
  type Fields,
  jsonOf,
  type Look,
  own,
  plain,
  type Shown,
  viewOf,
  within,
} from "../../output/record.js";
import type { Total, View } from "../../output/table/column.js";
import type { Mark } from "../../output/table/mark.js";
import type { Sourced } from "../../output/text/sourced.js";
import { UNCHECKED } from "../../views/doubt.js";
import {
  capitalTotal,
  FIGURE_LOOKS,
  feesTotal,
  figureTotals,
  leftOutTotals,
  wholeNote,
} from "../../views/figures.js";
import { figure } from "../../views/measure-fields.js";
import { staleMarkSign } from "../../views/position/leg-columns.js";
import type { ServiceClock } from "../../views/position/position-row.js";
import { FIGURES as FIGURE_FIELDS } from "../../views/totals-fields.js";

/** Default columns of a table. */
const SHOWN = [
  ...["positions", "open", "closed"],
  ...FIGURES.filter((name) => !/^(unhedged_notional|fees_paid|fees_estimated_exit)$/.test(name)),
];

/** Default columns of a table of months, which is about closed positions. */
const SHOWN_OF_MONTHS = ["positions", "funding_pnl", "fees", "spread_pnl", "net_pnl", ...RESULTS];

const PRIORITIES: Readonly<Record<FigureName, number>> = {
  gross_notional: 4,
  net_notional: 5,
  funding_pnl: 1,
  fees: 6,
  unhedged_notional: 8,
  fees_paid: 8,
  fees_estimated_exit: 8,
  spread_pnl: 6,
  net_pnl: 0,
  apr: 3,
};

const HEADINGS: Partial<Record<PositionGrouping, string>> = {
  pair: "long/short",
  month: "closed in",
  age: "held",
};

const GROUP =
  "The asset, the status, the exchanges of the long and the short legs, such as binance/bybit+okx, the UTC month of closing or `open`, or an age.";
const UNCHECKED_HELP = "Number of positions of which a leg may be closed; they count as listed.";

/** Returns the fields of a group of positions. */
export function groupFields(by: PositionGrouping, clock: ServiceClock = { now: 0 }): Fields<Group> {
  const shown: readonly string[] = by === "month" ? SHOWN_OF_MONTHS : SHOWN;
  const place = (name: string) => (shown.includes(name) ? {} : ({ only: "csv" } as const));
  const count = (name: "positions" | "open" | "closed", priority: number, help: string) =>
    own<Group>(name, "count", help, { header: name, priority, ...place(name) });
  return [
    plain(
      "by",
      GROUPINGS.filter((it) => it !== "exchange"),
      "Grouping of the positions.",
      () => by,
    ),
    plain("group", "text", GROUP, { of: ({ key }) => key, header: HEADINGS[by] ?? by }),
    count("positions", 2, "Number of positions."),
    count("open", 7, "Number of open positions."),
    count("closed", 7, "Number of closed positions."),
    plain("legs_unchecked", "count", UNCHECKED_HELP, {
      of: ({ unchecked }) => unchecked,
      ...{ header: "legs unchecked", priority: 8, only: "csv" },
    }),
    ...within(({ figures }: Group) => figures, FIGURE_FIELDS).map((field) => {
      const name = field.name as FigureName;
      return { ...field, columns: figureColumns(name, place(name), clock) };
    }),
    ...RESULTS.map((name) => {
      const [help, look] = RESULT_LOOKS[name];
      return figure<Group>(name, help, {
        of: ({ results }) => results[name],
        ...{ ...look, ...place(name), note: ({ results }) => noteOf(results[name]) },
      });
    }),
  ];
}

/** Returns the columns of a figure: its value, and the number of positions that it is over. */
function figureColumns(
  name: FigureName,
  place: Pick<Shown<Group>, "only">,
  clock: ServiceClock,
): Shown<Group>[] {
  const { header, kind, signed, otherName } = FIGURE_LOOKS[name];
  return [
    {
      ...{ key: name, header, kind, signed, priority: PRIORITIES[name], ...place },
      ...(otherName !== undefined && { otherName }),
      value: ({ figures }) => figures[name].value?.toFixed(),
      mark: (group) => marksOf(group, name, clock),
      note: ({ figures }) => noteOf(figures[name]),
    },
    {
      ...{ key: `${name}_counted`, header: `${header} of`, kind: "integer", only: "detail" },
      value: ({ figures }) => figures[name].counted,
    },
  ];
}

/** What a summary has: its groups, as json prints them, and the view of their columns. */
export interface Summed<Row> {
  readonly items: readonly Sourced<SummaryItem>[];
  readonly view: View<SummaryItem, Row>;
}

interface SummaryItem {
  readonly group: string;
}

/** Returns groups as printed. @param rows the groups with their names */
export function summed<Row>(
  fields: Fields<Row>,
  rows: ReadonlyMap<string, Row>,
  totals?: () => readonly (readonly Total[])[],
): Summed<Row> {
  const { columns, defaults } = viewOf(fields, { empty: "" });
  return {
    items: [...rows.values()].map((row) => sourced(jsonOf(fields, row)) as Sourced<SummaryItem>),
    view: {
      ...{ columns, defaults, empty: "No positions." },
      ...(totals !== undefined && { totals }),
      rows: ({ group }) => [rows.get(group)].filter((row) => row !== undefined),
    },
  };
}

/** Returns groups of positions as printed, with the totals below. */
export function summedGroups(
  by: PositionGrouping,
  groups: readonly Group[] = [],
  all?: Totals,
  clock?: ServiceClock,
): Summed<Group> {
  const rows = new Map(groups.map((group) => [group.key, group]));
  return summed(groupFields(by, clock), rows, all && (() => totalLines(all)));
}

const RESULT_LOOKS = {
  win_rate: [
    "Share of the closed positions with a net PnL above zero, percent.",
    { header: "won", kind: "percent", priority: 2 },
  ],
  mean_days_held: [
    "Mean of the days that closed positions were held.",
    { header: "mean held", kind: "days", priority: 4 },
  ],
  net_per_1000_a_day: [
    "Net PnL of closed positions per day and 1,000 USD of their capital, USD.",
    { header: "net a day of 1,000", kind: "usd", signed: true, priority: 5 },
  ],
} as const satisfies Readonly<Record<ResultName, readonly [help: string, look: Look<Group>]>>;

/** Returns the marks of a group: those of any of its positions. */
function marksOf({ stale, unchecked }: Group, name: FigureName, clock: ServiceClock): Mark[] {
  return [
    ...(isAtMark(name) && stale > 0 ? [staleMarkSign(clock)] : []),
    ...(!isOfPerformance(name) && unchecked > 0 ? [UNCHECKED] : []),
  ];
}

/** Returns the note of an estimate, and of how many positions a figure is, unless it is of all. */
function noteOf({ value, about, counted, of }: CountedSum | Result): string | undefined {
  const said = [
    ...(about === true && value !== null ? ["~"] : []),
    ...(counted < of ? [`(${counted} of ${of})`] : []),
  ];
  return said.length === 0 ? undefined : said.join(" ");
}

function totalLines(all: Totals): Total[][] {
  const { positions, open, closed } = all;
  const kind = "integer" as const;
  const line: Total[] = [
    { label: "positions", kind, value: positions, ...wholeNote(all) },
    { label: "open", kind, value: open },
    { label: "closed", kind, value: closed },
    ...figureTotals(all, ["gross_notional", "net_notional", "unhedged_notional", "funding_pnl"]),
    feesTotal(all),
    ...figureTotals(all, ["spread_pnl", "net_pnl", "apr"]),
    { ...capitalTotal(all), label: "on capital of" },
  ];
  return [line, ...leftOutTotals(all)];
}
