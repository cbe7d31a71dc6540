import type { Big } from "big.js";
import { DAY_MS } from "../../base/time/periods.js";
import {
  PERIOD_FIGURES,
  PERIOD_TIMES,
  periodExit,
  periodFees,
  periodFunding,
  periodNet,
  periodPrice,
  periodReturn,
  whyOf,
} from "../../figures/catalog/period.js";
import { fact } from "../../figures/figure.js";
import type { Q } from "../../figures/measure.js";
import {
  type Division,
  isByTime,
  type Period,
  type Periods,
} from "../../figures/period/periods.js";
import { plain } from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import type { Section } from "../../output/table/section.js";
import { formatCell } from "../../output/text/format.js";
import type { Look } from "../../output/text/look.js";
import type { Filters } from "../../portfolio/positions/filters.js";
import { answerOf, dataFields } from "../../run/answer.js";
import { clockText, headLine, headText, joinedBy } from "../../run/heading.js";
import { type Row, renderRows } from "../../run/rows.js";
import { column, type Table, type TableColumn, tableView } from "../../run/screen.js";
import { dayText } from "../../run/why.js";

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

const HEADS: Readonly<Partial<Record<Division, string>>> = {
  asset: "asset",
  pair: "pair",
  position: "position",
};

/** Returns the table of periods. */
export function pnlTable(by: Division, shown?: ShownPnl): Table<Period> {
  const nameOf = shown?.nameOf ?? ((id: string) => id);
  const key = fact(
    isByTime(by) ? "key" : by === "position" ? "position_id" : by,
    { type: "text", help: "What the row is of.", head: HEADS[by] ?? "to" },
    (p: Period) => p.key,
  );
  const why = fact(
    "why",
    { type: "text", help: "What made most of it.", head: "why" },
    (p: Period) => whyOf(p, nameOf),
  );
  const who = isByTime(by) ? PERIOD_TIMES : [key, ...PERIOD_TIMES];
  return {
    ...{ who, figures: [...PERIOD_FIGURES, why], catalog: [...who, ...PERIOD_FIGURES, why] },
    columns: [
      isByTime(by) ? timeColumn(by, shown) : nameColumn(by, key.id, nameOf),
      ...[column(periodNet), column(periodFunding), column(periodPrice)],
      costs(periodFees),
      costs(periodExit, 3),
      ...(isByTime(by) && shown !== undefined ? [barColumn(shown.rows)] : []),
      ...(isByTime(by)
        ? [column(why, { priority: 1, kind: "text" })]
        : [column(periodReturn, { priority: 3 })]),
    ],
    empty: "Nothing is recorded between two looks.",
  };
}

/** Fees, which a table shows as what they are: below zero. */
const costs = (of: typeof periodFees, priority = 0): TableColumn<Period> =>
  column(of, {
    ...{ priority, kind: "money", signed: true },
    value: (p) => of(p).value?.neg().toFixed(),
  });

/** The end of a row: its day where all end at one hour, which the heading has. */
function timeColumn(by: Division, shown: ShownPnl | undefined): TableColumn<Period> {
  const hours = new Set(shown?.rows.map(({ to }) => new Date(to).toISOString().slice(11, 16)));
  const [hour] = hours;
  const isOneHour = hours.size === 1 && by !== "month";
  return {
    ...{ key: "to", header: isOneHour ? `to ${hour}Z` : "to", kind: "time", priority: 0 },
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
    ...{ key, header: HEADS[by] ?? by, kind: "text", priority: 0, isWhole: true },
    value: (p) => p.key,
    texts: (p) => [by === "position" ? nameOf(p.key, p.each[0]?.position.asset ?? "") : p.key],
  };
}

/** `-130 · 0 · +150` */
function scaleText(nets: readonly number[]): string {
  const text = (net: number) => formatCell("money", String(net), PLAIN, true);
  const [least, most] = [Math.min(0, ...nets), Math.max(0, ...nets)];
  const ends = [least < 0 ? text(least) : "", "0", most > 0 ? text(most) : ""];
  return ends.filter((it) => it !== "").join(" · ");
}

const PLAIN = { unicode: true, zone: "UTC" } as const;

/** Cells of a bar on each side of zero. */
const HALF_BAR = 10;

/** A column of bars, to the left for a loss and to the right for a gain, as long as the largest allows. */
function barColumn(rows: readonly Period[]): TableColumn<Period> {
  const nets = rows.map(({ parts }) => parts.net_pnl.toNumber());
  const most = Math.max(0, ...nets.map(Math.abs));
  const cellsOf = (net: number) => Math.round((Math.abs(net) / most) * HALF_BAR);
  const [left, right] = [-1, 1].map((sign) =>
    Math.max(0, ...nets.filter((net) => Math.sign(net) === sign).map(cellsOf)),
  ) as [number, number];
  return {
    ...{ key: "bar", header: scaleText(nets), kind: "text", priority: 2, isWhole: true },
    value: () => "",
    texts: ({ parts }, { unicode }) => {
      const net = parts.net_pnl.toNumber();
      const bar = (unicode ? "▪" : "#").repeat(most === 0 ? 0 : cellsOf(net));
      return [`${(net < 0 ? bar : "").padStart(left)}${(net > 0 ? bar : "").padEnd(right)}`];
    },
  };
}

/** Returns the view of a PnL: the last row and the whole, the table, and which positions made most of it. */
export function pnlView(
  shown: ShownPnl,
  declared?: Parameters<typeof dataFields<Period>>[1],
): View<Period> {
  const around = { head: () => headOf(shown), foot: () => [footOf(shown)] };
  return tableView(pnlTable(shown.by, shown), around, declared);
}

function headOf(shown: ShownPnl): Section[] {
  const { totals, rows, by, heading } = shown;
  const last = rows.at(-1);
  const above = heading === undefined ? [] : [headLine(heading, "")];
  const since =
    isByTime(by) && last !== undefined && rows.length > 1 ? [lineOf(last, shown, true)] : [];
  return [...above, ...since, lineOf(totals, shown, false)];
}

/** `+110 since yesterday 12:00Z   funding +52  price +67  fees -2  exit -6  14 of 15` */
function lineOf(p: Period, { now }: ShownPnl, isLast: boolean): Section {
  return {
    render(look) {
      const time = isLast ? `since ${sinceText(p.from, now, look)}` : spanText(p);
      const cost = (q: Q<Big>) =>
        headText(
          q.map((it) => it.neg()),
          "money",
        );
      const left = [
        `${headText(periodNet(p), "money")} ${time}`,
        `funding ${headText(periodFunding(p), "money")}`,
        `price ${headText(periodPrice(p), "money")}`,
        `fees ${cost(periodFees(p))}`,
        `exit ${cost(periodExit(p))}`,
      ].join("  ");
      const counted = p.counted === p.of ? "" : `${p.counted} of ${p.of}`;
      return headLine(left, counted, isLast ? "heading" : "plain").render(look);
    },
  };
}

function sinceText(from: number, now: number, look: Look): string {
  const days = Math.floor(now / DAY_MS) - Math.floor(from / DAY_MS);
  const clock = clockText(from, from, look);
  if (days === 0) return clock;
  return `${days === 1 ? "yesterday" : dayText(from)} ${clock}`;
}

function spanText({ from, to }: Period): string {
  const days = (to - from) / DAY_MS;
  return days < 1 ? `in ${Math.max(1, Math.round(days * 24))} h` : `in ${Math.round(days)} days`;
}

/** How many positions are named at the foot. */
const NAMED = 3;

/** `most      TSLA.107d +282   PEPE.7572 -211   ARB.0ff2 +107`, and what does not count from the beginning on. */
function footOf({ totals, nameOf }: ShownPnl): Section {
  return {
    async render(look) {
      const name = ({ position }: Period["each"][number]) =>
        nameOf(position.positionId, position.asset);
      const most = totals.each.filter(({ parts }) => !parts.net_pnl.eq(0)).slice(0, NAMED);
      const pieces = most.map((it) => ({
        text: `${name(it)} ${formatCell("money", it.parts.net_pnl.toFixed(), look, true)}`,
      }));
      const told = totals.each.flatMap((it) => toldText(it, name(it), look));
      const rows: Row[] = [
        ...(pieces.length === 0 ? [] : [{ label: "most", pieces }]),
        ...(told.length === 0 ? [] : [{ label: "told", pieces: [{ text: joinedBy(told, look) }] }]),
      ];
      return rows.length === 0 ? "" : `\n${await renderRows(rows, look)}`;
    },
  };
}

function toldText({ told }: Period["each"][number], name: string, look: Look): string[] {
  return told.flatMap(({ what, at }) => {
    const day = `${dayText(at)} ${clockText(at, at, look)}`;
    switch (what) {
      case "vanished":
        return [`${name} left the list by ${day}; its last figures count`];
      case "first_seen":
        return [`${name} counts from ${day} on`];
      case "unknown":
        return [`${name} unknown at ${day}`];
      default:
        return [];
    }
  });
}

/** What a PnL is asked for. */
export type PnlInputs = Pick<ShownPnl, "by" | "range" | "filters">;

const INPUTS = [
  plain("by", "text", "--by.", ({ by }: PnlInputs) => by),
  plain("start", "text|null", "--start; null without it.", ({ range }: PnlInputs) => range.start),
  plain("end", "text|null", "--end; null without it.", ({ range }: PnlInputs) => range.end),
  plain(
    "asset",
    "texts",
    "--asset; empty without it.",
    ({ filters }: PnlInputs) => filters.asset ?? [],
  ),
  plain(
    "exchange",
    "texts",
    "--exchange; empty without it.",
    ({ filters }: PnlInputs) => filters.exchange ?? [],
  ),
];

/** Returns the answer of `carry pnl`. */
export function pnlAnswer(
  table: Table<Period>,
  declared?: Parameters<typeof dataFields<Period>>[1],
) {
  const totals = dataFields<Period>({ who: PERIOD_TIMES, figures: PERIOD_FIGURES });
  return answerOf("pnl", INPUTS, dataFields(table, declared), totals);
}
