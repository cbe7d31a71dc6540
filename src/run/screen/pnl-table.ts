import { Big } from "big.js";
import * as period from "../../figures/catalog/period.js";
import { type Declared, fact } from "../../figures/figure.js";
import {
  type Division,
  isByTime,
  type Period,
  type Periods,
} from "../../figures/period/periods.js";
import type { ChartPoint, Plot } from "../../output/chart/plot.js";
import { type Fields, plain } from "../../output/record.js";
import { inSentence } from "../../output/text/format.js";
import { answerOf, dataFields, figureFields } from "./figure-field.js";
import { fees } from "./position-columns.js";
import type { Filters } from "./position-filters.js";
import { column, type Table, type TableColumn } from "./screen.js";
import { dayText } from "./why.js";

const { PERIOD_FIGURES, PERIOD_TIMES, periodExit, periodFees } = period;
const { periodFunding, periodNet, periodPrice, periodReturn } = period;

/** A PnL between looks, and how it is shown. */
export interface ShownPnl extends Periods {
  readonly by: Division;
  readonly now: number;
  /** What was typed. */
  readonly range: { readonly start?: string | undefined; readonly end?: string | undefined };
  readonly filters: Filters;
  readonly heading: string | undefined;
  readonly nameOf: (positionId: string, asset: string) => string;
}

/** What a table is made of beside its division. */
type PnlRows = Pick<ShownPnl, "rows" | "nameOf">;
const NO_ROWS: PnlRows = { rows: [], nameOf: (positionId) => positionId };

const HEADS: Readonly<Partial<Record<Division, string>>> = {
  asset: "asset",
  pair: "pair",
  position: "position",
};

/** Returns the table of periods. */
export function pnlTable(by: Division, shown: PnlRows = NO_ROWS): Table<Period> {
  const { nameOf, rows } = shown;
  const key = fact(
    isByTime(by) ? "key" : by === "position" ? "position_id" : by,
    { type: "text", help: "What the row is of.", head: HEADS[by] ?? "to" },
    (p: Period) => p.key,
  );
  const why = fact(
    "why",
    { type: "text", help: "What made most of it.", head: "why" },
    (p: Period) => period.whyOf(p, nameOf),
  );
  const who = isByTime(by) ? PERIOD_TIMES : [key, ...PERIOD_TIMES];
  return {
    who,
    figures: [...PERIOD_FIGURES, why],
    catalog: [...who, ...PERIOD_FIGURES, why],
    columns: [
      isByTime(by) ? timeColumn(by, rows) : nameColumn(by, key.id, nameOf),
      column(periodNet),
      column(periodFunding),
      column(periodPrice),
      costs(periodFees),
      ...(isByTime(by)
        ? [...barsOf(rows), column(why, { priority: 1, kind: "text" })]
        : [costs(periodExit, 3), column(periodReturn, { priority: 3 })]),
    ],
    empty: "Nothing is recorded between two looks.",
  };
}

/** Fees, which a table shows as what they are: below zero. */
const costs = (of: typeof periodFees, priority = 0): TableColumn<Period> => ({
  ...fees(of, priority),
  signed: true,
});

/** The end of a row: its day where all end at one hour, which the heading has. */
function timeColumn(by: Division, rows: readonly Period[]): TableColumn<Period> {
  const hours = new Set(rows.map(({ to }) => new Date(to).toISOString().slice(11, 16)));
  const [hour] = hours;
  const isOneHour = hours.size === 1 && by !== "month";
  return {
    key: "to",
    header: isOneHour ? `to ${hour}Z` : "to",
    kind: "time",
    priority: 0,
    value: ({ to }) => new Date(to).toISOString(),
    texts: ({ to, key }) => {
      if (by === "month") return [key];
      const day = dayText(to).padStart(6);
      return [isOneHour ? day : `${day} ${new Date(to).toISOString().slice(11, 16)}Z`];
    },
  };
}

function nameColumn(by: Division, key: string, nameOf: ShownPnl["nameOf"]): TableColumn<Period> {
  return {
    key,
    header: HEADS[by] ?? by,
    kind: "text",
    priority: 0,
    isWhole: true,
    value: (p) => p.key,
    texts: (p) => [by === "position" ? nameOf(p.key, p.each[0]?.position.asset ?? "") : p.key],
  };
}

/** `-130 · 0 · +150` */
function scaleText(nets: readonly number[]): string {
  const text = (net: number) => inSentence("money", String(net), true);
  const [least, most] = [Math.min(0, ...nets), Math.max(0, ...nets)];
  const ends = [least < 0 ? text(least) : "", "0", most > 0 ? text(most) : ""];
  return ends.filter((it) => it !== "").join(" · ");
}

/** Cells of a bar on each side of zero. */
const HALF_BAR = 10;

const barsOf = (rows: readonly Period[]) => (rows.length > 0 ? [barColumn(rows)] : []);

/** A column of bars, to the left for a loss and to the right for a gain, as long as the largest allows. */
function barColumn(rows: readonly Period[]): TableColumn<Period> {
  const nets = rows.map(({ parts }) => parts.net_pnl.toNumber());
  const most = Math.max(0, ...nets.map(Math.abs));
  const cellsOf = (net: number) => Math.round((Math.abs(net) / most) * HALF_BAR);
  const [left, right] = [-1, 1].map((sign) =>
    Math.max(0, ...nets.filter((net) => Math.sign(net) === sign).map(cellsOf)),
  ) as [number, number];
  return {
    key: "bar",
    header: scaleText(nets),
    kind: "text",
    priority: 2,
    isWhole: true,
    value: () => "",
    texts: ({ parts }, { unicode }) => {
      const net = parts.net_pnl.toNumber();
      const bar = (unicode ? "▪" : "#").repeat(most === 0 ? 0 : cellsOf(net));
      return [`${(net < 0 ? bar : "").padStart(left)}${(net > 0 ? bar : "").padEnd(right)}`];
    },
  };
}

/** Returns what each row came to, and all of them up to it. */
export function pnlPlots({ rows, by }: Pick<ShownPnl, "rows" | "by">): Plot[] {
  let sum = new Big(0);
  const sums = rows.map(({ from, to, parts }) => {
    sum = sum.plus(parts.net_pnl);
    return { from, to, value: sum.toNumber() };
  });
  const each = rows.map(({ from, to, parts }) => ({ from, to, value: parts.net_pnl.toNumber() }));
  const shared = { combine: "last", unit: "usd" } as const;
  const plot = (title: string, points: readonly ChartPoint[]) => {
    return { title, series: [{ label: "net PnL", points }], ...shared };
  };
  return [
    { ...plot(`net PnL of each ${by}, USD`, each), isPerSpan: true },
    plot("net PnL since the first look, USD", sums),
  ];
}

/** What a PnL is asked for. */
export interface PnlInputs extends Pick<ShownPnl, "range" | "filters"> {
  readonly by: Division | "event";
}

/** Fields of what is typed. */
export const PNL_INPUTS: Fields<PnlInputs> = [
  plain("by", "text", "--by.", ({ by }) => by),
  plain("start", "text|null", "--start; null without it.", ({ range }) => range.start),
  plain("end", "text|null", "--end; null without it.", ({ range }) => range.end),
  plain("asset", "texts", "--asset; empty without it.", ({ filters }) => filters.asset ?? []),
  plain("exchange", "texts", "--exchange; empty without it.", ({ filters }) => {
    return filters.exchange ?? [];
  }),
];

/** Returns the answer of `carry pnl`. */
export function pnlAnswer(table: Table<Period>, declared?: readonly Declared<Period>[]) {
  const totals = figureFields<Period>(...PERIOD_TIMES, ...PERIOD_FIGURES);
  return answerOf("pnl", PNL_INPUTS, dataFields(table, declared), totals);
}
