import type { Held } from "../../analytics/backtest/held.js";
import { BOTH_SIDES, type Side } from "../../analytics/market/by-side.js";
import type { Comparison, Period } from "../../analytics/market/compare.js";
import type { PairBasis } from "../../analytics/market/pair-basis.js";
import { decimal } from "../../base/decimal.js";
import { marketLabel } from "../../base/names/market-name.js";
import { DAY_MS, HOUR_MS } from "../../base/time/periods.js";
import { RESOLUTIONS, type Resolution } from "../../client/resources/resolution.js";
import {
  answer,
  each,
  type Field,
  group,
  inner,
  own,
  plain,
  viewOf,
  within,
} from "../../output/record.js";
import type { Total, View } from "../../output/table/column.js";
import type { Mark } from "../../output/table/mark.js";
import { notesSection, totalsSection } from "../../output/table/page.js";
import type { FetchedPair } from "../../portfolio/markets/compared-markets.js";
import { duration } from "../../views/duration.js";
import { figure as line } from "../../views/figure-line.js";
import { basisField } from "../../views/market/basis-fields.js";
import { basisLines } from "../../views/market/basis-lines.js";
import { pairFields } from "../../views/market/market-fields.js";
import { figure } from "../../views/measure-fields.js";
import { bothSides, quantity } from "../../views/row-fields.js";
import type { HedgeFees } from "./fees.js";
import { HELD, heldLine } from "./held-record.js";
import { annualise, type ComparedSide, type ComparisonSummary } from "./summary.js";

/** A comparison of two markets, with its summary. */
export interface ShownComparison {
  readonly pair: FetchedPair;
  readonly resolution: Resolution;
  readonly comparison: Comparison;
  readonly summary: ComparisonSummary;
  readonly basis: PairBasis;
  readonly fees: HedgeFees;
  readonly held: Held;
}

const SHORT: Mark = {
  sign: "~",
  meaning: "a year at the spread of one period alone, which is under 7 days",
};

const GAP: Mark = { sign: "*", meaning: "an event or a rate is missing: not in the sums" };

const RATE =
  "Exact sum of the market's rates in the period, a decimal fraction; null when an event or a rate is missing.";
const SPREAD = "short.rate minus long.rate, which the hedge receives; null when either is null.";
const CUMULATIVE = "Exact sum of the spreads since the first period; null if spread is null.";
const YEARLY = "Percent per year at the spread of the period, for 365 days, not compounded.";
const TIME = "Date of the UTC day; for other periods their end (UTC), inclusive.";
const COMPLETE = "Whether both markets have every event and every rate of the period.";

/** Returns the fields of a period; `annualised` is shown only on request for periods of less than a day. */
function periodFields(period = 0): Field<Period>[] {
  const [isDay, isShort] = [period === DAY_MS, period > 0 && period < DAY_MS];
  return [
    plain("time", "time", TIME, {
      of: ({ end }) => (isDay ? new Date(end - DAY_MS).toISOString().slice(0, 10) : end),
      ...{ header: isDay ? "day (UTC)" : "period end" },
      mark: ({ spread }) => (spread === null ? GAP : undefined),
    }),
    ...bothSides<Period>((side) => [
      plain("rate", "number|null", RATE, {
        ...{ of: (it) => decimal(it[side].rate), header: `${side} rate`, kind: "rate" },
        ...{ signed: true, priority: 2, group: "rates" },
      }),
      plain("events", "count", "Settled events of the market in the period.", {
        ...{ of: (it) => it[side].events, header: `${side} events`, isExtra: true },
        ...{ priority: 4, group: "events" },
      }),
    ]),
    plain("spread", "number|null", SPREAD, {
      ...{ of: ({ spread }) => decimal(spread), header: "spread", kind: "rate" },
      ...{ signed: true, priority: 0 },
    }),
    plain("annualised", "number|null", YEARLY, {
      of: ({ spread }) => spread && annualise(spread, period),
      ...{ header: "annualised", kind: "percent", signed: true, priority: 3, mark: () => SHORT },
      ...(isShort && { isExtra: true }),
    }),
    plain("cumulative", "number|null", CUMULATIVE, {
      ...{ of: ({ cumulative }) => decimal(cumulative), header: "cumulative", kind: "rate" },
      ...{ signed: true, priority: 1 },
    }),
    plain("complete", "flag", COMPLETE, {
      ...{ of: ({ spread }) => spread !== null, header: "complete", isExtra: true, priority: 4 },
    }),
  ];
}

const ASSUMED = "Whether no fee is typed or set for the market.";

const LENGTH = "Length of a period, hours; null without a common clock.";

const SIDE: Field<ComparedSide>[] = [
  own("events", "count", "Number of events in the range."),
  own("counted", "count", "Number of events in the sum."),
  own("missing", "count", "Number of missing events in the periods."),
  own("sum", "number|null", "Exact sum of the rates, a decimal fraction; null without a period."),
];

const SUMMARY: Field<ComparisonSummary>[] = [
  plain("counted", "count", "Number of complete ones: those in the sums.", ({ spread }) => {
    return spread.counted;
  }),
  figure("spread", "Exact sum of the spreads.", ({ spread }) => spread),
  figure("annualised", "Mean spread, for 365 days, not compounded.", (it) => it.annualised),
  figure("positive", "Share of the counted periods with a spread above zero.", (it) => it.positive),
  plain("above_zero", "count", "Number of these periods.", ({ above }) => above),
  ...bothSides<ComparisonSummary>((side) => within((it: ComparisonSummary) => it[side], SIDE)),
];

const TOTALS: Field<ShownComparison>[] = [
  plain("period_hours", "number|null", LENGTH, ({ comparison: { period } }) => {
    return period && period / HOUR_MS;
  }),
  plain("periods", "count", "Number of periods.", ({ comparison }) => comparison.periods.length),
  ...within(({ summary }: ShownComparison) => summary, SUMMARY),
  basisField(({ basis }: ShownComparison) => basis),
];

/** Returns `funding compare`. @param period length of a period, milliseconds */
export const compareAnswer = (period?: number) =>
  answer<ShownComparison>("funding-compare", [
    group("inputs", "What was requested, with the defaults.", [
      ...pairFields<ShownComparison>((side) => [
        quantity("fee", "bps", "Fee of a fill.", ({ held }) => held.terms.fee[side].times(10_000)),
        plain("fee_assumed", "flag", ASSUMED, ({ fees }) => fees[side].isAssumed),
      ]),
      own("resolution", RESOLUTIONS, "--resolution."),
    ]),
    each("rows", "The oldest period first.", (it) => it.comparison.periods, periodFields(period)),
    group("totals", "Sums over the periods that are complete for both markets.", TOTALS),
    inner(
      "held",
      "What holding the hedge would have made.",
      ({ held }: ShownComparison) => held,
      HELD,
    ),
  ]);

/** View of a comparison of two markets, with the summary below. */
export function fundingCompareView(shown?: ShownComparison): View<Period> {
  const period = shown?.comparison.period;
  const empty =
    period === undefined
      ? "Too little settled funding in this range for a common clock."
      : `No whole period of ${duration(period)} lies in this range.`;
  const around = shown && {
    head: () => [totalsSection(comparisonLead(shown))],
    totals: () => comparisonTotals(shown),
    foot: () => notesSection(["past funding, not a forecast: carry explain spread"]),
  };
  return viewOf(periodFields(period), { ...around, empty });
}

/** Returns the markets, the spread, and what holding them would have made. */
export function comparisonLead({ pair, comparison, summary, ...it }: ShownComparison): Total[][] {
  const { spread, annualised, positive, above } = summary;
  const { counted, of } = spread;
  const { period } = comparison;
  return [
    BOTH_SIDES.map((side): Total => {
      return { label: side, kind: "text", value: marketLabel(pair.markets[side]) };
    }),
    [
      {
        ...line("spread", "rate", spread.value, { signed: true }),
        ...(counted !== of && { note: `${counted} of ${of} periods` }),
      },
      {
        ...line("annualised", "percent", annualised.value, { signed: true }),
        about: annualised.about,
      },
      line("positive", "percent", positive.value, { note: `${above} of ${counted}` }),
      {
        ...{ label: "periods", kind: "integer", value: of },
        ...(period !== undefined && { note: `of ${duration(period)}` }),
      },
    ],
    heldLine(it.held, it.fees),
  ];
}

/** Returns the basis, then the events of each market. */
export function comparisonTotals({ summary, basis }: ShownComparison): Total[][] {
  return [basisLines(basis), ...BOTH_SIDES.map((side) => sideTotals(side, summary[side]))];
}

function sideTotals(side: Side, { events, counted, missing, sum }: ComparedSide): Total[] {
  const notes = [
    ...(missing > 0 ? [`${missing} missing`] : []),
    ...(counted < events ? [`${counted} in the sums`] : []),
  ];
  const note = notes.length > 0 && { note: notes.join(", ") };
  return [
    { label: `${side} events`, kind: "integer", value: events, ...note },
    line("sum", "rate", sum, { signed: true }),
  ];
}
