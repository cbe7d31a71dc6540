import type { Measure } from "../../analytics/measure.js";
import type { CountedSum } from "../../analytics/sum.js";
import { sourced } from "../../output/formats/exact-json.js";
import type { Column, Total, View } from "../../output/table/column.js";
import type { Mark } from "../../output/table/mark.js";
import { formatCell } from "../../output/text/format.js";
import type { Sourced } from "../../output/text/sourced.js";
import { UNCHECKED } from "../../views/doubt.js";
import { countedSumJson, measureJson } from "../../views/measure-fields.js";
import { staleMarkSign } from "../../views/position/leg-columns.js";
import type { ServiceClock } from "../../views/position/position-row.js";
import { ABOUT, unmarkedTotals } from "../../views/risk-exchanges.js";
import { sumTotal } from "../../views/sum-total.js";
import type { Against, ExchangeSummary, ExchangesSummary } from "./exchange-summary.js";
import type { SummaryItem } from "./record.js";

/** Returns exchanges as printed. */
export function exchangeItems({ rows }: ExchangesSummary): Sourced<SummaryItem>[] {
  return rows.map((row) =>
    sourced({
      ...{ by: "exchange", group: row.exchange, positions: row.positions },
      ...{ legs: row.allLegs, held_legs: row.legs, legs_unchecked: row.unchecked },
      long_notional: countedSumJson(row.long),
      short_notional: countedSumJson(row.short),
      net_notional: countedSumJson(row.net),
      gross_notional: countedSumJson(row.gross),
      gross_share: measureJson(row.share),
      margin: countedSumJson(row.margin),
      spread_pnl_unrealized: countedSumJson(row.pricePnl),
      funding: measureJson(row.funding),
      fees_paid: measureJson(row.fees),
    }),
  ) as Sourced<SummaryItem>[];
}

/** View of the exchanges, with what the legs come to below. */
export function exchangesView(
  summary?: ExchangesSummary,
  clock: ServiceClock = { now: 0 },
): View<SummaryItem> {
  const exact = new Map(summary?.rows.map((row) => [row.exchange, row]));
  const columns = columnsOf(clock).map((column) => overItems(column, exact));
  const keys = columns.map(({ key }) => key);
  return {
    rows: (item) => [item],
    columns,
    defaults: { table: keys.filter((key) => !/_(?:counted|unchecked)$/.test(key)), csv: keys },
    ...(summary !== undefined && { totals: () => totalLines(summary) }),
    empty: "No positions.",
  };
}

/** Shows the exact figures of an item. */
function overItems(
  column: Column<ExchangeSummary>,
  exact: ReadonlyMap<string, ExchangeSummary>,
): Column<SummaryItem> {
  const { value, mark, note, tone: _tone, unsure, sign, texts, blank, ...look } = column;
  const rowOf = ({ group }: SummaryItem) => exact.get(group);
  return {
    ...look,
    value: (item) => {
      const row = rowOf(item);
      return row && value(row);
    },
    mark: (item) => {
      const row = rowOf(item);
      return row && mark?.(row);
    },
    note: (item) => {
      const row = rowOf(item);
      return row && note?.(row);
    },
  };
}

type FigureOf = (row: ExchangeSummary) => Measure;

function columnsOf(clock: ServiceClock): Column<ExchangeSummary>[] {
  const usd = (key: string, header: string, priority: number, of: FigureOf) => ({
    ...{ key, header, kind: "usd" as const, priority },
    value: (row: ExchangeSummary) => of(row).value?.toFixed(),
    note: (row: ExchangeSummary) => countNote(of(row)),
  });
  const held = (...given: Parameters<typeof usd>) => ({
    ...usd(...given),
    mark: (row: ExchangeSummary): Mark[] => [
      ...(given[3](row).stale === true ? [staleMarkSign(clock)] : []),
      ...(row.unchecked > 0 ? [UNCHECKED] : []),
    ],
  });
  const integer = (key: string, header: string, priority: number, of: CountOf) => ({
    ...{ key, header, kind: "integer" as const, priority, value: of },
  });
  const figures: readonly (readonly [key: string, of: (row: ExchangeSummary) => CountedSum])[] = [
    ["long_notional", (row) => row.long],
    ["short_notional", (row) => row.short],
    ["net_notional", (row) => row.net],
    ["gross_notional", (row) => row.gross],
    ["margin", (row) => row.margin],
    ["spread_pnl_unrealized", (row) => row.pricePnl],
  ];
  return [
    { key: "group", header: "exchange", kind: "text", priority: 0, value: (row) => row.exchange },
    integer("positions", "positions", 9, (row) => row.positions),
    integer("legs", "legs", 8, (row) => row.allLegs),
    integer("held_legs", "held", 7, (row) => row.legs),
    { ...held("long_notional", "long", 4, (row) => row.long), group: "sides" },
    { ...held("short_notional", "short", 4, (row) => row.short), group: "sides" },
    {
      ...held("net_notional", "net", 2, (row) => row.net),
      signed: true,
    },
    held("gross_notional", "gross", 0, (row) => row.gross),
    {
      ...{ key: "gross_share", header: "share", kind: "percent", priority: 3 },
      value: (row) => row.share.value?.toFixed(),
      mark: (row) => (row.share.about === true ? ABOUT : undefined),
    },
    held("margin", "margin", 3, (row) => row.margin),
    { ...usd("funding", "funding", 1, (row) => row.funding), signed: true },
    usd("fees_paid", "fees paid", 5, (row) => row.fees),
    { ...held("spread_pnl_unrealized", "price PnL", 6, (row) => row.pricePnl), signed: true },
    integer("legs_unchecked", "legs unchecked", 9, (row) => row.unchecked),
    ...figures.map(([key, of]) =>
      integer(`${key}_counted`, `${key} of`, 9, (row) => of(row).counted),
    ),
    integer("funding_counted", "funding of", 9, (row) => row.funding.counted ?? 0),
  ];
}

type CountOf = (row: ExchangeSummary) => number;

function countNote({ value, counted, of }: Measure): string | undefined {
  return counted === of || value === null ? undefined : `(${counted} of ${of})`;
}

function totalLines(summary: ExchangesSummary): Total[][] {
  const { held, positions, overridden, unmarked, rows } = summary;
  const legs = rows.reduce((sum, row) => sum + row.allLegs, 0);
  return [
    [
      { label: "positions", kind: "integer", value: positions },
      { label: "legs", kind: "integer", value: legs },
      { label: "held", kind: "integer", value: held.legs },
      sumTotal("gross notional", held.gross, { things: "legs" }),
      sumTotal("net notional", held.net, { signed: true, things: "legs" }),
      sumTotal("margin", held.margin, { things: "legs" }),
      sumTotal("unrealized price PnL", held.pricePnl, { signed: true, things: "legs" }),
    ],
    ...differenceLines(summary).map((value): Total[] => [
      { label: value, kind: "text", value: "" },
    ]),
    ...(overridden.length === 0
      ? []
      : [
          [{ label: "funding overridden:", kind: "text", value: overriddenText(summary) } as const],
        ]),
    ...unmarkedTotals(unmarked),
    [{ label: "realized price PnL:", kind: "text", value: "not told by leg" }],
  ];
}

/** Returns how the legs differ from the performances of the same positions, in words. */
export function differenceLines({ funding, fees }: ExchangesSummary): string[] {
  return [differenceText("funding", funding, true), differenceText("fees paid", fees, false)];
}

/** `funding: legs -490.00, performances +20.00 (13 of 14 positions), difference -510.00` */
function differenceText(
  name: string,
  { legs, performances, difference }: Against,
  signed: boolean,
) {
  const usd = ({ value }: Measure, isSigned = signed) =>
    formatCell("usd", value?.toFixed(), { unicode: true, zone: "UTC" }, isSigned);
  const { counted, of } = legs;
  const part = counted === of ? "" : ` (${counted} of ${of} positions)`;
  return `${name}: legs ${usd(legs)}, performances ${usd(performances)}${part}, difference ${usd(difference, true)}`;
}

const MOST_NAMED = 3;

function overriddenText({ overridden }: ExchangesSummary): string {
  const named = overridden
    .slice(0, MOST_NAMED)
    .map(
      ({ position, leg }) =>
        `${leg.side} ${leg.exchange} of ${position.asset} ${position.position_id.slice(0, 8)}`,
    );
  const rest = overridden.length - named.length;
  return [...named, ...(rest > 0 ? [`and ${rest} more`] : [])].join(", ");
}
