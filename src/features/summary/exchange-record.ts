import type { Measure } from "../../analytics/measure.js";
import type { HeldSums } from "../../analytics/portfolio/exchanges.js";
import type { CountedSum } from "../../analytics/sum.js";
import { each, type Field, type Fields, group, own, plain, within } from "../../output/record.js";
import { figure, sum } from "../../views/measure-fields.js";
import { ABOUT, measureMarks } from "../../views/measure-marks.js";
import type { ServiceClock } from "../../views/position/position-row.js";
import { type Owned, PORTFOLIO } from "../../views/row-fields.js";
import { type EvenMargin, type Move, shareOfMargin } from "./even-margin.js";
import type { Against, ExchangeSummary, ExchangesSummary } from "./exchange-summary.js";
import { legsUnchecked, summaryOfRows } from "./record.js";

const PRICE_PNL = "Unrealized price PnL of the positions of which every held leg has one, USD.";

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
    held("net_notional", "net", 1, ({ net }) => net, "Long minus short notional, USD.", signed),
    held("gross_notional", "gross", 3, ({ gross }) => gross, `${NOTIONAL} legs, USD.`),
    held("margin", "margin", 4, ({ margin }) => margin, MARGIN),
    held("margin_left", "left", 1, ({ left }) => left, LEFT, { footnote: LEFT_NOTE }),
    held("spread_pnl_unrealized", "price PnL", 2, ({ pricePnl }) => pricePnl, PRICE_PNL, signed),
  ];
}

/** The legs of a portfolio on an exchange. */
export type ExchangeRow = ExchangeSummary & Owned;

/** Returns the fields of the legs on an exchange. */
export function exchangeFields(clock?: ServiceClock): Fields<ExchangeRow> {
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
      ...{ header: "share", kind: "percent", priority: 5 },
      mark: ({ share }) => (share.about === true ? ABOUT : undefined),
    }),
    figure("margin_share", "What is left of the margin, percent of the gross notional there.", {
      of: shareOfMargin,
      ...{ header: "of notional", kind: "percent", priority: 3 },
    }),
    figure("to_move", TO_MOVE, {
      of: ({ toMove }) => ({ value: toMove, unit: "usd" }),
      ...{ header: "to move", priority: 0, signed: true },
    }),
    figure("funding", "Override, else calculated funding of all legs, USD.", {
      of: ({ funding }) => funding,
      ...{ header: "funding", priority: 3, details: ["counted"], signed: true },
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
export const ORDER = [
  ...["group", "positions", "legs", "held_legs", "long_notional", "short_notional"],
  ...["net_notional", "gross_notional", "gross_share", "margin", "spread_pnl_unrealized"],
  ...["margin_left", "margin_share", "to_move", "funding", "fees_paid", "*"],
];

const NOTIONAL = "Notional of the held";
const LONG = `${NOTIONAL} long legs, USD; counted and of are legs.`;
const LEFT_NOTE = "left: initial margin at the open prices, with the price PnL of these legs";
const LEFT = "Initial margin at the open price with the price PnL of the same legs, USD.";
const TO_MOVE =
  "What to bring there so that margin_share is the same everywhere, USD; below zero: to take from there.";
const SAME = "The margin_share that all exchanges have then; counted and of are exchanges.";
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
  ...within(
    ({ even }: ExchangesSummary) => even,
    [
      figure<EvenMargin>("margin_share", SAME, ({ share }) => share),
      each<EvenMargin, Move>("moves", "What brings it about.", ({ moves }) => moves, [
        own("from", "text", "Exchange to take it from."),
        own("to", "text", "Exchange to bring it to."),
        own("amount", "number", "Amount, USD."),
      ]),
      plain("not_in_moves", "texts", "Exchanges left out, for a leg of unknown margin.", (it) => {
        return it.unknown;
      }),
    ],
  ),
  againstFields("funding", ({ funding }) => funding),
  againstFields("fees_paid", ({ fees }) => fees),
]);

/** Returns the number of legs, closed ones too. */
export function legsOf({ rows }: ExchangesSummary): number {
  return rows.reduce((sum, { allLegs }) => sum + allLegs, 0);
}

function countNote({ value, counted, of }: Measure): string | undefined {
  return counted === of || value === null ? undefined : `(${counted} of ${of})`;
}
