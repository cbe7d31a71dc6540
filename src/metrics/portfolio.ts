import { SHOWN_WINDOWS } from "../analytics/funding/shown-runs.js";
import type { ExchangeRisk } from "../analytics/portfolio/exchanges.js";
import { allAttention, isBookJudged, type PortfolioStatus } from "../analytics/portfolio/status.js";
import type { FigureName } from "../analytics/portfolio/totals.js";
import type { Concern, Concerned } from "../analytics/position/reason.js";
import {
  POSITION_REASON_CODES,
  REASON_CODES,
  type ReasonCode,
  UNKNOWN_CODES,
} from "../base/reason-codes.js";
import { ofGroup } from "../figures/catalog/next.js";
import { bookOfStatus } from "../figures/next/book-of-status.js";
import type { Family } from "./exposition.js";
import { family, gauge, ratio, type Valued } from "./family.js";

/** Returns the metrics of the open positions together. */
export function portfolioFamilies(
  status: PortfolioStatus,
  exchanges: readonly ExchangeRisk[],
): Family[] {
  return [
    ...counts(status),
    reasons(
      "attention_reasons",
      "Positions with a reason for attention; book_paying: 1 if all together have it.",
      isBookJudged(status) ? REASON_CODES : POSITION_REASON_CODES,
      allAttention(status),
    ),
    reasons(
      "not_judged_reasons",
      "Positions with something unknown, by reason.",
      UNKNOWN_CODES,
      status.notJudged,
    ),
    ...funding(status),
    ...nextWeek(status),
    ...sums(status),
    ...exchangeFamilies(exchanges),
  ];
}

function counts({ totals, attention, notJudged }: PortfolioStatus): Family[] {
  const asOf = totals.asOf === undefined ? undefined : totals.asOf / 1000;
  return [
    gauge("as_of_timestamp_seconds", "Time of the oldest performance.", asOf),
    gauge("open_positions", "Open positions.", totals.positions),
    gauge("attention_positions", "Positions that need attention.", attention.length),
    gauge("not_judged_positions", "Positions of which a reason is unknown.", notJudged.length),
    gauge("stale_mark_positions", "Positions with a stale mark price.", totals.stale),
    gauge(
      "stale_performance_positions",
      "Positions with a stale performance.",
      totals.stalePerformance,
    ),
    gauge(
      "unchecked_positions",
      "Positions of which a leg may be closed, which is unknown.",
      totals.unchecked,
    ),
  ];
}

function reasons(
  name: string,
  help: string,
  codes: readonly ReasonCode[],
  concerns: readonly Concern<Concerned>[],
): Family {
  const count = (code: ReasonCode) =>
    concerns.filter((it) => it.reasons.some((reason) => reason.code === code)).length;
  const counts = codes.map((code): Valued => [{ reason: code }, count(code)]);
  return family(name, help, counts);
}

/** Sums in USD, with their help. */
const SUMS = [
  ["gross_notional", "Notional of all held legs"],
  ["net_notional", "Notional of the long legs minus that of the short ones"],
  ["unhedged_notional", "Sum of what is unhedged"],
  ["funding_pnl", "Funding PnL"],
  ["fees_paid", "Fees paid"],
  ["fees_estimated_exit", "Exit fees (est.)"],
  ["spread_pnl", "Realized and unrealized price PnL"],
  ["net_pnl", "Net PnL: funding and price PnL minus fees paid and exit fees (est.)"],
] as const satisfies readonly (readonly [FigureName, string])[];

/** Figures with a count of their own; the components of the net PnL are over the same positions as it. */
const COUNTED = ["gross_notional", "net_notional", "unhedged_notional", "net_pnl", "apr"] as const;

function sums({ totals: { figures } }: PortfolioStatus): Family[] {
  return [
    ...SUMS.map(([name, help]) => gauge(`${name}_usd`, `${help}, USD.`, figures[name].value)),
    gauge("apr_ratio", "APR since opening, of its capital.", ratio(figures.apr.value)),
    ...COUNTED.map((name) =>
      gauge(
        `${name}_known_positions`,
        `Positions that carry_${name === "apr" ? "apr_ratio" : `${name}_usd`} is over.`,
        figures[name].counted,
      ),
    ),
  ];
}

/** Returns what the next 7 days are likely to pay, and how often such ranges held last week. */
function nextWeek(status: PortfolioStatus): Family[] {
  const book = bookOfStatus(status);
  const { next7d, low, high } = ofGroup;
  const { record } = book.inputs.pool();
  const { counted } = next7d(book).evidence;
  return [
    gauge("next_7d_usd", "Funding likely to be paid in the next 7 days, USD.", next7d(book).value),
    gauge("next_7d_known_positions", "Positions that carry_next_7d_usd is over.", counted),
    gauge("next_7d_low_usd", "Lower end of the range of carry_next_7d_usd.", low(book).value),
    gauge("next_7d_high_usd", "Upper end of the range of carry_next_7d_usd.", high(book).value),
    gauge("next_7d_ranges_held", "Such ranges of last week that held.", record?.held),
    gauge("next_7d_ranges", "Such ranges of last week.", record?.of),
  ];
}

function funding({ runs, book }: PortfolioStatus): Family[] {
  const each = (part: "value" | "counted" | "se") =>
    SHOWN_WINDOWS.map((window): Valued => [{ window }, runs[window].perDay[part]]);
  return [
    family(
      "funding_run_usd_per_day",
      "Funding a day at the current size, by what settled in the window; above zero is received.",
      each("value"),
    ),
    family(
      "funding_run_known_positions",
      "Positions that carry_funding_run_usd_per_day is over.",
      each("counted"),
    ),
    family(
      "funding_run_se_usd_per_day",
      "Standard error of carry_funding_run_usd_per_day.",
      each("se"),
    ),
    gauge("now_apr_ratio", "Funding of 7 days in a year, of the notional.", ratio(book.apr.value)),
    gauge("now_apr_notional_usd", "Notional that carry_now_apr_ratio is of, USD.", book.notional),
    gauge(
      "now_apr_known_positions",
      "Positions that carry_now_apr_ratio is over.",
      book.apr.counted,
    ),
  ];
}

const SIDES = ["long", "short"] as const;

function exchangeFamilies(exchanges: readonly ExchangeRisk[]): Family[] {
  const each = (part: "value" | "of" | "counted") =>
    exchanges.flatMap((risk) =>
      SIDES.map((side): Valued => [{ exchange: risk.exchange, side }, risk[side][part]]),
    );
  return [
    family(
      "exchange_notional_usd",
      "Notional of the held legs with a mark price, USD.",
      each("value"),
    ),
    family("exchange_legs", "Held legs.", each("of")),
    family(
      "exchange_known_legs",
      "Legs that carry_exchange_notional_usd is over.",
      each("counted"),
    ),
  ];
}
