import type { Measure } from "../../analytics/measure.js";
import type { CountedSum } from "../../analytics/sum.js";
import { type Field, type Fields, own, plain } from "../../output/record.js";
import type { Total } from "../../output/table/column.js";
import { firstOf } from "../../output/text/first-of.js";
import { formatCell } from "../../output/text/format.js";
import { figure, sum } from "../../views/measure-fields.js";
import { measureMarks } from "../../views/measure-marks.js";
import { namedPositions, nameOf } from "../../views/position/named-positions.js";
import type { ServiceClock } from "../../views/position/position-row.js";
import { sumTotal } from "../../views/sum-total.js";
import type { Against, ExchangeSummary, ExchangesSummary } from "./exchange-summary.js";
import { type Summed, summed } from "./record.js";

/** Mark of a share that rests on an open price. */
const ABOUT = { sign: "~", meaning: "about: at the open price where a mark is missing" };

const PRICE_PNL =
  "Unrealized price PnL of the positions of which every held leg has a mark price, USD.";
const UNCHECKED = "Number of positions of which a leg may be closed; they count as listed.";

/** Returns the fields of the legs on an exchange. */
export function exchangeFields(clock: ServiceClock = { now: 0 }): Fields<ExchangeSummary> {
  const held = (
    ...[name, header, priority, of, help, look]: [
      ...[name: string, header: string, priority: number],
      ...[of: (it: ExchangeSummary) => CountedSum, help: string, look?: object],
    ]
  ): Field<ExchangeSummary> =>
    sum(name, help, {
      ...{ of, header, priority, details: ["counted"], ...look },
      mark: (it) => measureMarks(of(it), clock),
      note: (it) => countNote(of(it)),
    });
  const [sides, signed] = [{ group: "sides" }, { signed: true }];
  return [
    plain("by", ["exchange"], "Grouping of the legs.", () => "exchange"),
    plain("group", "text", "Exchange identifier.", {
      of: ({ exchange }) => exchange,
      ...{ header: "exchange", priority: 0 },
    }),
    own("positions", "count", "Number of positions with a leg there.", {
      ...{ header: "positions", priority: 9 },
    }),
    plain("legs", "count", "Number of legs, closed ones too.", {
      of: ({ allLegs }) => allLegs,
      ...{ header: "legs", priority: 8 },
    }),
    plain("held_legs", "count", "Number of legs that hold something.", {
      of: ({ legs }) => legs,
      ...{ header: "held", priority: 7 },
    }),
    held(
      "long_notional",
      "long",
      4,
      ({ long }) => long,
      `${NOTIONAL} long legs, USD; counted and of are legs.`,
      sides,
    ),
    held("short_notional", "short", 4, ({ short }) => short, `${NOTIONAL} short legs, USD.`, sides),
    held("net_notional", "net", 2, ({ net }) => net, "Long minus short notional, USD.", signed),
    held("gross_notional", "gross", 0, ({ gross }) => gross, `${NOTIONAL} legs, USD.`),
    figure("gross_share", "Share of the gross notional of all exchanges, percent.", {
      of: ({ share }) => share,
      ...{ header: "share", kind: "percent", priority: 3 },
      mark: ({ share }) => (share.about === true ? ABOUT : undefined),
    }),
    held("margin", "margin", 3, ({ margin }) => margin, MARGIN),
    figure("funding", "Override, else calculated funding of all legs, USD.", {
      of: ({ funding }) => funding,
      ...{ header: "funding", priority: 1, details: ["counted"], signed: true },
      note: ({ funding }) => countNote(funding),
    }),
    figure("fees_paid", "Fees paid of all legs, USD.", {
      of: ({ fees }) => fees,
      ...{ header: "fees paid", priority: 5 },
      note: ({ fees }) => countNote(fees),
    }),
    held("spread_pnl_unrealized", "price PnL", 6, ({ pricePnl }) => pricePnl, PRICE_PNL, signed),
    plain("legs_unchecked", "count", UNCHECKED, {
      of: ({ unchecked }) => unchecked,
      ...{ header: "legs unchecked", priority: 9, only: "csv" },
    }),
  ];
}

const NOTIONAL = "Notional of the held";
const MARGIN = "Initial margin at mark of the held legs: notional ÷ leverage, USD.";

/** Returns exchanges as printed, with what the legs come to below. */
export function summedExchanges(
  summary?: ExchangesSummary,
  clock?: ServiceClock,
): Summed<ExchangeSummary> {
  const rows = new Map(summary?.rows.map((row) => [row.exchange, row]));
  return summed(exchangeFields(clock), rows, summary && (() => totalLines(summary)));
}

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
    ...differenceLines(summary).map((line) => [textTotal(line, "")]),
    ...(overridden.length === 0
      ? []
      : [[textTotal("funding overridden:", overriddenText(summary))]]),
    ...(unmarked.length === 0
      ? []
      : [[textTotal("not in price PnL:", `${namedPositions(unmarked)}: mark missing`)]]),
    [textTotal("realized price PnL:", "not told by leg")],
  ];
}

function textTotal(label: string, value: string): Total {
  return { label, kind: "text", value };
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

function overriddenText({ overridden }: ExchangesSummary): string {
  return firstOf(
    overridden.map(({ position, leg }) => `${leg.side} ${leg.exchange} of ${nameOf(position)}`),
  );
}
