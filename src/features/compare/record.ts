import { BOTH_SIDES, type BySide, type Side } from "../../analytics/market/by-side.js";
import type { Period } from "../../analytics/market/compare.js";
import { marketName, type NamedMarket } from "../../base/names/market-name.js";
import { DAY_MS } from "../../base/time/periods.js";
import { answer, type Fields, own, viewOf } from "../../output/record.js";
import type { Total, View } from "../../output/table/column.js";
import type { Mark } from "../../output/table/mark.js";
import { duration } from "../../views/duration.js";
import { narrowed } from "../../views/row-fields.js";
import { annualise, type ComparedSide, type ComparisonSummary } from "./summary.js";

/** A period of a comparison as printed. Rates are exact decimal fractions, as strings. */
type ComparedPeriod = ReturnType<typeof comparedPeriod>["value"];

/** Summary of a comparison, with its markets. */
export interface SummedComparison {
  readonly markets: BySide<NamedMarket>;
  readonly summary: ComparisonSummary;
}

const SHORT: Mark = {
  sign: "~",
  meaning: "a year at the spread of one period alone, which is under 7 days",
};

const GAP: Mark = { sign: "*", meaning: "an event or a rate is missing: not in the sums" };

const LONG_RATE =
  "Exact sum of the long market's rates in the period, a decimal fraction; null when an event or a rate is missing.";
const SPREAD = "short_rate minus long_rate, which the hedge receives; null when either is null.";
const CUMULATIVE = "Exact sum of the spreads since the first period; null if spread is null.";
const YEARLY = "Percent per year at the spread of the period, for 365 days, not compounded.";
const TIME = "Date of the UTC day; for other periods their end (UTC), inclusive.";
const EVENTS = { kind: "integer", priority: 4, group: "events" } as const;

/** Columns of a table: a year at the spread of less than a day is shown only on request. */
const TABLE = ["time", "long_rate", "short_rate", "spread", "annualised", "cumulative"];

/** Returns a period of `funding compare`. @param period its length, milliseconds */
function periodFields(period?: number): Fields<ComparedPeriod> {
  const rates = { signed: true, priority: 2, group: "rates" };
  return [
    narrowed(
      own("time", "text", TIME, {
        ...{ header: period === DAY_MS ? "day (UTC)" : "period end", kind: "time" },
        mark: (it) => (it.complete ? undefined : GAP),
      }),
      { anyOf: [{ format: "date-time" }, { format: "date" }] },
    ),
    own("long_rate", "decimal|null", LONG_RATE, { header: "long rate", ...rates }),
    own("short_rate", "decimal|null", "The same for the short market.", {
      ...{ header: "short rate", ...rates },
    }),
    own("spread", "decimal|null", SPREAD, { header: "spread", signed: true, priority: 0 }),
    own("cumulative", "decimal|null", CUMULATIVE, {
      ...{ header: "cumulative", signed: true, priority: 1 },
    }),
    own("annualised", "decimal|null", YEARLY, {
      ...{ header: "annualised", kind: "percent", signed: true, priority: 3, mark: () => SHORT },
    }),
    own("long_events", "count", "Settled events of the long market in the period.", {
      ...{ header: "long events", ...EVENTS },
    }),
    own("short_events", "count", "Settled events of the short market in the period.", {
      ...{ header: "short events", ...EVENTS },
    }),
    own("complete", "flag", "Whether both markets have every event and every rate of the period.", {
      ...{ header: "complete", priority: 4 },
    }),
  ];
}

/** `funding compare`. */
export const FUNDING_COMPARE = answer("funding-compare", periodFields());

/** View of a comparison of two markets, with the summary below. */
export function fundingCompareView(summed?: SummedComparison): View<ComparedPeriod> {
  const period = summed?.summary.period;
  const empty =
    period === undefined
      ? "Too little settled funding in this range for a common clock."
      : `No whole period of ${duration(period)} lies in this range.`;
  const totals = summed && { totals: () => comparisonTotals(summed) };
  const view = viewOf(periodFields(period), { ...totals, empty });
  const isShort = period !== undefined && period < DAY_MS;
  const table = TABLE.filter((key) => key !== "annualised" || !isShort);
  return { ...view, defaults: { ...view.defaults, table } };
}

/** Returns the lines below a comparison: the spread, then each market. */
export function comparisonTotals({ markets, summary }: SummedComparison): Total[][] {
  const { period, periods, whole, spread, annualised, positive, above } = summary;
  const note = whole === periods ? undefined : `${whole} of ${periods} periods`;
  return [
    [
      { label: "spread", kind: "rate", value: spread, signed: true, ...(note && { note }) },
      {
        ...{ label: "annualised", kind: "percent", signed: true },
        ...{ value: annualised.value?.toFixed(), about: annualised.about },
      },
      {
        ...{ label: "positive", kind: "percent", value: positive },
        ...(positive !== null && { note: `${above} of ${whole}` }),
      },
      {
        ...{ label: "periods", kind: "integer", value: periods },
        ...(period !== undefined && { note: `of ${duration(period)}` }),
      },
    ],
    ...BOTH_SIDES.map((side) => sideTotals(side, markets[side], summary[side])),
  ];
}

/**
 * Returns a period with its JSON text.
 * @param length of the period, milliseconds
 */
export function comparedPeriod({ end, long, short, spread, cumulative }: Period, length: number) {
  const day = new Date(end - DAY_MS).toISOString().slice(0, 10);
  const value = {
    time: length === DAY_MS ? day : new Date(end).toISOString().replace(".000Z", "Z"),
    long_rate: long.rate,
    short_rate: short.rate,
    spread,
    cumulative,
    annualised: spread === null ? null : annualise(spread, length),
    long_events: long.events,
    short_events: short.events,
    complete: spread !== null,
  };
  return { value, source: JSON.stringify(value) };
}

function sideTotals(side: Side, market: NamedMarket, summed: ComparedSide): Total[] {
  const { events, counted, missing, sum } = summed;
  const name = marketName(market);
  const notes = [
    ...(missing > 0 ? [`${missing} missing`] : []),
    ...(counted < events ? [`${counted} in the sums`] : []),
  ];
  const note = notes.length > 0 && { note: notes.join(", ") };
  return [
    { label: `${side} market`, kind: "text", value: market.id, ...(name && { note: name }) },
    { label: "events", kind: "integer", value: events, ...note },
    { label: "sum", kind: "rate", value: sum, signed: true },
  ];
}
