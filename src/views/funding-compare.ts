import type { Period } from "../analytics/compare.js";
import {
  annualise,
  type ComparedSide,
  type ComparisonSummary,
} from "../analytics/compare-summary.js";
import { DAY_MS } from "../base/periods.js";
import type { Column, Total, View } from "../output/table/column.js";
import type { Mark } from "../output/table/mark.js";
import type { Sourced } from "../output/text/sourced.js";
import { duration } from "./duration.js";

/** A period of a comparison as printed. Rates are exact decimal fractions, as strings. */
export interface ComparedPeriod {
  /** Date of a UTC day; otherwise the end of the period, ISO 8601, by which all is settled. */
  readonly time: string;
  readonly long_rate: string | null;
  readonly short_rate: string | null;
  readonly spread: string | null;
  readonly cumulative: string | null;
  /** Percent per year at the spread of this period, not compounded. */
  readonly annualised: string | null;
  readonly long_events: number;
  readonly short_events: number;
  /** True if both markets have all events and rates of the period. */
  readonly complete: boolean;
}

/** Summary of a comparison, with its markets. */
export interface SummedComparison {
  readonly markets: { readonly long: number; readonly short: number };
  /** Names of the markets; empty or undefined if unknown. */
  readonly names?: { readonly long: string | undefined; readonly short: string | undefined };
  readonly summary: ComparisonSummary;
}

const SHORT: Mark = {
  sign: "~",
  meaning: "a year at the spread of one period alone, which is under 7 days",
};

const GAP: Mark = { sign: "*", meaning: "an event or a rate is missing: not in the sums" };

type PeriodColumn = Column<ComparedPeriod>;

const columns: PeriodColumn[] = [
  {
    key: "time",
    header: "period end",
    kind: "time",
    value: (it) => it.time,
    mark: (it) => (it.complete ? undefined : GAP),
  },
  { ...rateColumn("long_rate", "long rate", 2), group: "rates" },
  { ...rateColumn("short_rate", "short rate", 2), group: "rates" },
  rateColumn("spread", "spread", 0),
  rateColumn("cumulative", "cumulative", 1),
  {
    key: "annualised",
    header: "annualised",
    kind: "percent",
    signed: true,
    priority: 3,
    value: (it) => it.annualised,
    mark: () => SHORT,
  },
  countColumn("long_events", "long events"),
  countColumn("short_events", "short events"),
  { key: "complete", header: "complete", kind: "any", priority: 4, value: (it) => it.complete },
];

const TABLE = ["time", "long_rate", "short_rate", "spread", "annualised", "cumulative"];
/** Default columns: the annualised spread of a period of less than a day is shown only on request. */
const SHORT_TABLE = TABLE.filter((key) => key !== "annualised");

/** View of a comparison of two markets, with the summary below. */
export function fundingCompareView(summed?: SummedComparison): View<ComparedPeriod> {
  const period = summed?.summary.period;
  return {
    rows: (it) => [it],
    columns:
      period === DAY_MS
        ? columns.map((it) => (it.key === "time" ? { ...it, header: "day (UTC)" } : it))
        : columns,
    defaults: {
      table: period !== undefined && period < DAY_MS ? SHORT_TABLE : TABLE,
      csv: columns.map(({ key }) => key),
    },
    ...(summed !== undefined && { totals: () => comparisonTotals(summed) }),
    empty:
      period === undefined
        ? "Too little settled funding in this range for a common clock."
        : `No whole period of ${duration(period)} lies in this range.`,
  };
}

/** Returns the lines below a comparison: the spread, then each market. */
export function comparisonTotals({ markets, names, summary }: SummedComparison): Total[][] {
  const { period, periods, whole, spread, annualised, positive, above } = summary;
  const all = whole === periods ? {} : { note: `${whole} of ${periods} periods` };
  return [
    [
      { label: "spread", kind: "rate", value: spread, signed: true, ...all },
      {
        label: "annualised",
        kind: "percent",
        value: annualised.value?.toFixed(),
        signed: true,
        about: annualised.about,
      },
      {
        label: "positive",
        kind: "percent",
        value: positive,
        ...(positive !== null && { note: `${above} of ${whole}` }),
      },
      {
        label: "periods",
        kind: "integer",
        value: periods,
        ...(period !== undefined && { note: `of ${duration(period)}` }),
      },
    ],
    sideTotals("long", markets.long, summary.long, names?.long),
    sideTotals("short", markets.short, summary.short, names?.short),
  ];
}

/**
 * Returns a period with its JSON text.
 * @param length of the period, milliseconds
 */
export function comparedPeriod(
  { end, long, short, spread, cumulative }: Period,
  length: number,
): Sourced<ComparedPeriod> {
  const value: ComparedPeriod = {
    time:
      length === DAY_MS
        ? new Date(end - DAY_MS).toISOString().slice(0, 10)
        : new Date(end).toISOString().replace(".000Z", "Z"),
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

function sideTotals(
  side: string,
  market: number,
  summed: ComparedSide,
  name: string | undefined,
): Total[] {
  const { events, counted, missing, sum } = summed;
  const notes = [
    ...(missing > 0 ? [`${missing} missing`] : []),
    ...(counted < events ? [`${counted} in the sums`] : []),
  ];
  return [
    { label: `${side} market`, kind: "text", value: market, ...(name && { note: name }) },
    {
      label: "events",
      kind: "integer",
      value: events,
      ...(notes.length > 0 && { note: notes.join(", ") }),
    },
    { label: "sum", kind: "rate", value: sum, signed: true },
  ];
}

function rateColumn(
  key: "long_rate" | "short_rate" | "spread" | "cumulative",
  header: string,
  priority: number,
): PeriodColumn {
  return { key, header, kind: "rate", signed: true, priority, value: (it) => it[key] };
}

function countColumn(key: "long_events" | "short_events", header: string): PeriodColumn {
  return { key, header, kind: "integer", priority: 4, group: "events", value: (it) => it[key] };
}
