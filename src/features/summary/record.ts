import { GROUPINGS, type PositionGrouping } from "../../analytics/portfolio/groupings.js";
import type { Group as GroupFigures } from "../../analytics/portfolio/groups.js";
import { RESULTS, type ResultName } from "../../analytics/portfolio/result-names.js";
import { FIGURES, type FigureName, type Totals } from "../../analytics/portfolio/totals.js";
import { isAtMark, isOfPerformance } from "../../analytics/position/position-figures.js";
import type { Handles } from "../../base/names/handle.js";
import {
  answer,
  each,
  type Fields,
  inner,
  type Look,
  own,
  plain,
  type Shown,
  viewOf,
  within,
} from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import type { Mark } from "../../output/table/mark.js";
import { textSection, totalsSection } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import { UNCHECKED } from "../../views/doubt.js";
import {
  capitalTotal,
  FIGURE_LOOKS,
  figureTotals,
  leftOutTotals,
  resultTotals,
} from "../../views/figures.js";
import { leftOutField } from "../../views/left-out.js";
import { figure } from "../../views/measure-fields.js";
import { ABOUT } from "../../views/measure-marks.js";
import { netLines, UNHEDGED_BY_ASSET } from "../../views/net-exposure.js";
import { staleMarkSign } from "../../views/position/leg-columns.js";
import type { ServiceClock } from "../../views/position/position-row.js";
import { YOUNG } from "../../views/position/run.js";
import {
  FILTERED,
  type Filtered,
  type Owned,
  type OwnTotals,
  PORTFOLIO,
  portfoliosField,
  STALE,
} from "../../views/row-fields.js";
import { partOf } from "../../views/sum-total.js";
import { FIGURES as FIGURE_FIELDS } from "../../views/totals-fields.js";

type Group = GroupFigures & Owned;

/** Default columns of a table. */
const SHOWN = [
  ...FIGURES.filter((name) => !/^(unhedged_notional|fees_paid|fees_estimated_exit)$/.test(name)),
];

/** Default columns of a table of months, which is about closed positions. */
const SHOWN_OF_MONTHS = ["funding_pnl", "fees", "spread_pnl", "net_pnl", ...RESULTS];

const PRIORITIES: Readonly<Record<FigureName, number>> = {
  gross_notional: 1,
  net_notional: 5,
  funding_pnl: 2,
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

/** Number of positions that should have been fetched in full and were not. */
export const legsUnchecked = plain<{ readonly unchecked: number }>(
  ...(["legs_unchecked", "count", UNCHECKED_HELP] as const),
  ({ unchecked }) => unchecked,
);

function groupFields(
  by: PositionGrouping,
  { isMixed, net }: Pick<ShownSummary, "isMixed" | "net"> = { isMixed: true, net: false },
  clock: ServiceClock = { now: 0 },
): Fields<Group> {
  const counts = isMixed && by !== "month" && by !== "status" ? ["open", "closed"] : ["positions"];
  const shown: readonly string[] = [
    ...[...counts, ...(by === "month" ? SHOWN_OF_MONTHS : SHOWN)],
    ...(net ? ["unhedged_notional"] : []),
  ];
  const place = (name: string) => (shown.includes(name) ? {} : ({ isExtra: true } as const));
  const count = (name: "positions" | "open" | "closed", priority: number, help: string) =>
    own<Group>(name, "count", help, {
      ...{ header: name, priority, ...(name === counts[0] && { note: pricedNote }) },
      ...place(name),
    });
  return [
    ...PORTFOLIO,
    plain(
      "by",
      GROUPINGS.filter((it) => it !== "exchange"),
      "Grouping of the positions.",
      () => by,
    ),
    plain("group", "text", GROUP, { of: ({ key }) => key, header: HEADINGS[by] ?? by }),
    count("positions", 3, "Number of positions."),
    count("open", 3, "Number of open positions."),
    count("closed", 3, "Number of closed positions."),
    legsUnchecked,
    ...within(({ figures }: Group) => figures, FIGURE_FIELDS).map((field) => {
      const name = field.name as FigureName;
      const details = [`${name}.counted`, ...(field.details ?? [])];
      const isAsked = net && name === "unhedged_notional";
      const column = {
        ...figureColumn(name, clock),
        ...place(name),
        ...(isAsked && { priority: 0 }),
      };
      return { ...field, details, columns: [column] };
    }),
    ...RESULTS.map((name) => {
      const [help, look] = RESULT_LOOKS[name];
      return figure<Group>(name, help, {
        of: ({ results }) => results[name],
        ...{ ...look, ...place(name), note: ({ results }) => partOf(results[name]) },
        mark: ({ results }) => (results[name].about === true ? ESTIMATED : undefined),
      });
    }),
  ];
}

function figureColumn(key: FigureName, clock: ServiceClock): Shown<Group> {
  return {
    ...{ key, ...FIGURE_LOOKS[key], priority: PRIORITIES[key] },
    value: ({ figures }) => figures[key].value?.toFixed(),
    bound: ({ figures }) => figures[key].bound,
    mark: (group) => marksOf(group, key, clock),
    note: ({ figures }) => {
      const isPriced = isOfPerformance(key) && figures[key].counted === figures.net_pnl.counted;
      return isPriced ? undefined : partOf(figures[key]);
    },
  };
}

/** What was requested of a summary. */
export interface SummaryInputs {
  readonly by: (typeof GROUPINGS)[number];
  readonly statuses: readonly string[] | undefined;
  readonly staleMs: number;
  readonly net: boolean;
  readonly filters: NonNullable<Filtered["filters"]>;
}

/** Groups, their sums, and what was requested. */
interface Summary<Row, All> {
  readonly inputs: SummaryInputs;
  readonly rows: readonly Row[];
  readonly totals: All;
  /** Each portfolio alone. */
  readonly portfolios: readonly OwnTotals<All>[];
}

/** Returns the answer of a summary, whatever its rows are. */
export function summaryOfRows<Row, All>(row: Fields<Row>, totals: Fields<All>) {
  type Shown = Summary<Row, All>;
  return answer<Shown>("summary", [
    inner("inputs", "What was requested, with the defaults.", ({ inputs }: Shown) => inputs, [
      own("by", GROUPINGS, "--by."),
      own("statuses", "texts?", "Statuses of the positions: --status; absent for all."),
      FILTERED,
      STALE,
      own("net", "flag", "--net."),
    ]),
    each("rows", "One item per group, in the order of the table.", ({ rows }) => rows, row),
    inner("totals", "Sums over all groups.", ({ totals: all }: Shown) => all, totals),
    portfoliosField<Shown, All>((it) => it.portfolios, totals),
  ]);
}

/** `positions summary`, unless it is by exchange. */
export function summaryAnswer(by: PositionGrouping) {
  return summaryOfRows<Group, Totals>(groupFields(by), [
    own("positions", "count", "Number of positions."),
    own("open", "count", "Number of open positions."),
    own("closed", "count", "Number of closed positions."),
    legsUnchecked,
    ...within(({ figures }: Totals) => figures, FIGURE_FIELDS),
    UNHEDGED_BY_ASSET,
    leftOutField(({ leftOut }) => leftOut),
  ]);
}

/** What a summary is shown with. */
export interface ShownSummary {
  /** Names of the positions. */
  readonly handles: Handles;
  /** Whether there are open and closed positions. */
  readonly isMixed: boolean;
  /** Whether the positions of an asset are netted in what is unhedged. */
  readonly net: boolean;
  /** Explains why there are none. */
  readonly empty: () => string;
}

/** Sums of all positions, and of the open and the closed ones apart. */
interface Sums {
  readonly totals: Totals;
  readonly apart: readonly GroupFigures[];
}

/** View of groups of positions, with the sums first. */
export function summaryView(
  by: PositionGrouping,
  shown?: ShownSummary,
  sums?: Sums,
  clock?: ServiceClock,
): View<Group> {
  return viewOf(groupFields(by, shown, clock), {
    ...(sums && shown && { head: () => headOf(sums, shown) }),
    empty: shown?.empty() ?? "No positions.",
  });
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

/** Mark of a result of closed positions. */
const ESTIMATED: Mark = { sign: "~", meaning: "about: the capital is partly estimated" };

/** Returns the marks of a group: those of any of its positions. */
function marksOf({ stale, unchecked, figures }: Group, name: FigureName, clock: ServiceClock) {
  const { about, value } = figures[name];
  return [
    ...(isAtMark(name) && stale > 0 ? [staleMarkSign(clock)] : []),
    ...(about === true && value !== null ? [name === "apr" ? YOUNG : ABOUT] : []),
    ...(!isOfPerformance(name) && unchecked > 0 ? [UNCHECKED] : []),
  ];
}

/** Returns how many positions of a group are priced, unless all are. */
function pricedNote({ figures: { net_pnl: priced } }: Group): string | undefined {
  return priced.counted < priced.of ? `(${priced.counted} priced)` : undefined;
}

function headOf({ totals, apart }: Sums, { handles }: ShownSummary): Section[] {
  const apr = figureTotals(totals, ["apr"], true);
  return [
    totalsSection([
      ...apart.map((it) => resultTotals(it.key, it)),
      [...apr, { ...capitalTotal(totals), label: "on capital of" }],
      figureTotals(totals, ["gross_notional", "net_notional", "unhedged_notional"]),
      ...leftOutTotals(totals, handles),
    ]),
    ...netLines(totals, handles.of).map((text) => textSection(text)),
  ];
}
