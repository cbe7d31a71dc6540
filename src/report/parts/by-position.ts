import type { JudgedPosition } from "../../analytics/portfolio/status.js";
import {
  feesOf,
  figuresOf,
  type SumName,
  spreadOf,
} from "../../analytics/position/position-figures.js";
import { decimal, descending, type Figure, sumOf } from "../../base/decimal.js";
import { element, type Markup } from "../../output/markup/element.js";
import type { BarRow } from "../../output/svg/bar-chart.js";
import { signsOf } from "../../output/table/mark.js";
import { inSentence } from "../../output/text/format.js";
import { pairOfPosition } from "../../views/position/pair.js";
import { aprSinceOpening } from "../../views/position/performance.js";
import { money } from "../cells.js";
import { MOST_POSITIONS, type ReportData } from "../data.js";
import { aside, barFigure, numbers, part, table } from "../html.js";
import type { PageLook } from "../page-look.js";

/** A row: a position, or several together. */
interface Row {
  readonly name: string;
  readonly pair: string;
  readonly net: Figure;
  readonly funding: Figure;
  readonly price: Figure;
  readonly fees: Figure;
  readonly apr: string;
}

/** Returns the net PnL by position: the largest amounts, and the others together. */
export function byPositionPart({ status }: ReportData, page: PageLook): Markup {
  const known = status.each.filter(hasNet);
  const [shown, others] = splitLargest(known);
  const rows = [
    ...shown.map((it) => rowOf(it, page)).sort((a, b) => descending(a.net, b.net)),
    ...(others.length === 0 ? [] : [othersRow(others)]),
  ];
  const rest = status.each.length - known.length;
  const missing =
    rest === 0 ? undefined : aside(`Not in it: ${rest} without a net PnL, named under Coverage.`);
  if (rows.length === 0) {
    return part("Net PnL by position", element("p", {}, "No position has a net PnL."), missing);
  }
  const title = `Net PnL by position, ${page.amounts.named}`;
  const bars = rows.map((row) => barOf(row, page));
  return part(title, barFigure(bars, page.amounts.unit, title, rowTable(rows, page)), missing);
}

function hasNet({ position }: JudgedPosition): boolean {
  return figuresOf(position).net_pnl !== null;
}

function splitLargest(all: readonly JudgedPosition[]): [JudgedPosition[], JudgedPosition[]] {
  const size = ({ position }: JudgedPosition) => figuresOf(position).net_pnl?.abs().toNumber() ?? 0;
  const sorted = all
    .map((it) => ({ it, size: size(it) }))
    .sort((a, b) => b.size - a.size)
    .map(({ it }) => it);
  return [sorted.slice(0, MOST_POSITIONS), sorted.slice(MOST_POSITIONS)];
}

function rowOf({ position, runs }: JudgedPosition, { nameOf }: PageLook): Row {
  const { performance } = position;
  const { value: apr, marks } = aprSinceOpening(position, runs);
  return {
    name: nameOf(position),
    pair: pairOfPosition(position),
    net: decimal(performance?.net_pnl ?? null),
    funding: decimal(performance?.funding_pnl ?? null),
    price: performance === undefined ? null : spreadOf(performance),
    fees: performance === undefined ? null : feesOf(performance),
    apr: inSentence("percent", apr?.toFixed(), true) + (apr === null ? "" : signsOf(marks)),
  };
}

function othersRow(others: readonly JudgedPosition[]): Row {
  const total = (name: SumName) => sumOf(others.map(({ position }) => figuresOf(position)[name]));
  return {
    ...{ name: `${others.length} others`, pair: "", apr: "–" },
    net: total("net_pnl"),
    funding: total("funding_pnl"),
    price: total("spread_pnl"),
    fees: total("fees"),
  };
}

function barOf({ name, net, funding, price, fees }: Row, { amounts }: PageLook): BarRow {
  const value = amounts.drawn(net);
  const parts = [
    `funding ${amounts.money(funding, true)}`,
    `price PnL ${amounts.money(price, true)}`,
    `fees ${amounts.money(fees)}`,
  ];
  return {
    name,
    parts: value === null ? [] : [{ value, tone: value < 0 ? "loss" : "gain" }],
    text: amounts.money(net, true),
    title: `${name}: ${amounts.money(net, true)} · ${parts.join(" · ")}`,
  };
}

function rowTable(rows: readonly Row[], { amounts }: PageLook): Markup {
  return table(rows, [
    { header: "position", cell: ({ name }) => name },
    { header: "long/short", cell: ({ pair }) => pair, isWide: true },
    numbers("net PnL", ({ net }) => money(net, amounts)),
    numbers("funding", ({ funding }) => money(funding, amounts)),
    numbers("price PnL", ({ price }) => money(price, amounts)),
    numbers("fees", ({ fees }) => money(fees, amounts, false), true),
    numbers("APR", ({ apr }) => apr, true),
  ]);
}
