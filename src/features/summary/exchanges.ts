import type { Measure } from "../../analytics/measure.js";
import type { HeldSums } from "../../analytics/portfolio/exchanges.js";
import type { CountedSum } from "../../analytics/sum.js";
import { type Field, type Fields, group, own, plain, viewOf, within } from "../../output/record.js";
import type { Total, View } from "../../output/table/column.js";
import { notesSection, totalsSection } from "../../output/table/page.js";
import { firstOf } from "../../output/text/first-of.js";
import { formatCell } from "../../output/text/format.js";
import { figure, sum } from "../../views/measure-fields.js";
import { ABOUT, measureMarks } from "../../views/measure-marks.js";
import type { ServiceClock } from "../../views/position/position-row.js";
import { type Owned, PORTFOLIO } from "../../views/row-fields.js";
import { sumTotal } from "../../views/sum-total.js";
import type { Against, ExchangeSummary, ExchangesSummary } from "./exchange-summary.js";
import { legsUnchecked, type ShownSummary, summaryOfRows } from "./record.js";

const PRICE_PNL =
  "Unrealized price PnL of the positions of which every held leg has a mark price, USD.";

/** Returns the fields of what legs hold. */
function heldFields(clock: ServiceClock = { now: 0 }): Fields<HeldSums> {
  const held = (
    ...[name, header, priority, of, help, look]: [
      ...[name: string, header: string, priority: number],
      ...[of: (it: HeldSums) => CountedSum, help: string, look?: object],
    ]
  ): Field<HeldSums> =>
    sum(name, help, {
      ...{ of, header, priority, details: ["counted"], ...look },
      mark: (it) => measureMarks(of(it), clock),
      note: (it) => countNote(of(it)),
    });
  const [sides, signed] = [{ group: "sides" }, { signed: true }];
  return [
    plain("held_legs", "count", "Number of legs that hold something.", {
      of: ({ legs }) => legs,
      ...{ header: "held", priority: 7 },
    }),
    held("long_notional", "long", 4, ({ long }) => long, LONG, sides),
    held("short_notional", "short", 4, ({ short }) => short, `${NOTIONAL} short legs, USD.`, sides),
    held("net_notional", "net", 2, ({ net }) => net, "Long minus short notional, USD.", signed),
    held("gross_notional", "gross", 0, ({ gross }) => gross, `${NOTIONAL} legs, USD.`),
    held("margin", "margin", 3, ({ margin }) => margin, MARGIN),
    held("spread_pnl_unrealized", "price PnL", 6, ({ pricePnl }) => pricePnl, PRICE_PNL, signed),
  ];
}

/** The legs of a portfolio on an exchange. */
type ExchangeRow = ExchangeSummary & Owned;

/** Returns the fields of the legs on an exchange. */
function exchangeFields(clock?: ServiceClock): Fields<ExchangeRow> {
  return [
    ...PORTFOLIO,
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
    ...heldFields(clock),
    figure("gross_share", "Share of the gross notional of all exchanges, percent.", {
      of: ({ share }) => share,
      ...{ header: "share", kind: "percent", priority: 3 },
      mark: ({ share }) => (share.about === true ? ABOUT : undefined),
    }),
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
    legsUnchecked,
  ];
}

/** Columns in the order of a table. */
const ORDER = [
  ...["group", "positions", "legs", "held_legs", "long_notional", "short_notional"],
  ...["net_notional", "gross_notional", "gross_share", "margin", "funding", "fees_paid", "*"],
];

const NOTIONAL = "Notional of the held";
const LONG = `${NOTIONAL} long legs, USD; counted and of are legs.`;
const MARGIN = "Initial margin at mark of the held legs: notional ÷ leverage, USD.";

/** Returns the fields of a sum of legs beside that of the performances of the same positions. */
function againstFields(name: string, of: (it: ExchangesSummary) => Against) {
  const part = (key: keyof Against, help: string) =>
    figure<ExchangesSummary>(key, help, (it) => of(it)[key]);
  return group(name, "Of the positions that have both; counted and of are positions.", [
    part("legs", "Sum of the legs, USD."),
    part("performances", "Sum of the performances, USD."),
    part("difference", "Legs minus performances, USD."),
  ]);
}

/** `positions summary --by exchange`. */
export const EXCHANGES = summaryOfRows<ExchangeRow, ExchangesSummary>(exchangeFields(), [
  own("positions", "count", "Number of positions."),
  plain("legs", "count", "Number of legs, closed ones too.", legsOf),
  ...within(({ held }: ExchangesSummary) => held, heldFields()),
  againstFields("funding", ({ funding }) => funding),
  againstFields("fees_paid", ({ fees }) => fees),
]);

/** View of exchanges, with what the legs come to first. */
export function exchangesView(
  summary?: ExchangesSummary,
  clock?: ServiceClock,
  shown?: Pick<ShownSummary, "handles" | "empty">,
): View<ExchangeRow> {
  return viewOf(
    exchangeFields(clock),
    {
      ...(summary &&
        shown && {
          head: () => [totalsSection(totalLines(summary))],
          foot: () => notesSection(notes(summary, shown)),
        }),
      empty: shown?.empty() ?? "No positions.",
    },
    ORDER,
  );
}

function legsOf({ rows }: ExchangesSummary): number {
  return rows.reduce((sum, { allLegs }) => sum + allLegs, 0);
}

function countNote({ value, counted, of }: Measure): string | undefined {
  return counted === of || value === null ? undefined : `(${counted} of ${of})`;
}

function totalLines(summary: ExchangesSummary): Total[][] {
  const { held, positions } = summary;
  return [
    [
      { label: "positions", kind: "integer", value: positions },
      { label: "legs", kind: "integer", value: legsOf(summary) },
      { label: "held", kind: "integer", value: held.legs },
    ],
    [
      sumTotal("gross notional", held.gross, { things: "legs" }),
      sumTotal("net notional", held.net, { signed: true, things: "legs" }),
      sumTotal("margin", held.margin, { things: "legs" }),
      sumTotal("unrealized price PnL", held.pricePnl, { signed: true, things: "legs" }),
    ],
  ];
}

function notes(
  summary: ExchangesSummary,
  { handles }: Pick<ShownSummary, "handles">,
): readonly string[] {
  const { overridden, unmarked } = summary;
  const legs = overridden.map(
    ({ position, leg }) => `${leg.side} ${leg.exchange} of ${handles.of(position)}`,
  );
  return [
    ...differenceLines(summary),
    ...(legs.length === 0 ? [] : [`funding overridden: ${firstOf(legs)}`]),
    ...(unmarked.length === 0
      ? []
      : [`not in price PnL: ${firstOf(unmarked.map(handles.of))}: mark missing`]),
    "realized price PnL is not sent by leg",
  ];
}

/** Returns how the legs differ from the performances of the same positions, in words; none where equal. */
export function differenceLines({ funding, fees }: ExchangesSummary): string[] {
  const differs = ({ difference }: Against) => difference.value?.round(2).eq(0) !== true;
  return [
    ...(differs(funding) ? [differenceText("funding", funding, true)] : []),
    ...(differs(fees) ? [differenceText("fees paid", fees, false)] : []),
  ];
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
