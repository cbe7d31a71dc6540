import type { ShownWindow } from "../../analytics/funding/shown-runs.js";
import type { Measure } from "../../analytics/measure.js";
import type { ExchangeRisk } from "../../analytics/portfolio/exchanges.js";
import type { PortfolioStatus } from "../../analytics/portfolio/status.js";
import { isOfPerformance, type SumName } from "../../analytics/position/position-figures.js";
import { decimal } from "../../base/decimal.js";
import { BOOK_REASON } from "../../base/reason-codes.js";
import { ahead, ofGroup } from "../../figures/catalog/next.js";
import { bookOfStatus } from "../../figures/next/book-of-status.js";
import { declaredFields, type Field, type Fields, measured, number, text } from "./field.js";
import { BOOK_REASON_FIELD } from "./reason-fields.js";
import { recordOf, shapeOfFields } from "./record.js";

/** The open positions of a portfolio together. */
export interface PortfolioSubject {
  readonly status: PortfolioStatus;
  readonly exchanges: () => readonly ExchangeRisk[];
}

type Own = Field<PortfolioSubject>;

const EXCHANGE_FIELDS: Fields<ExchangeRisk> = {
  exchange: text("exchange", ({ exchange }) => exchange),
  legs: number("number of held legs", ({ legs }) => legs),
  long: measured("notional held long, USD", ({ long }) => whole(long)),
  short: measured("notional held short, USD", ({ short }) => whole(short)),
  net: measured("long minus short, USD", ({ net }) => whole(net)),
  gross: measured("long plus short, USD", ({ gross }) => whole(gross)),
  share: measured(
    "share of gross in the gross notional of all exchanges, percent",
    ({ share }) => share,
  ),
  margin: measured("initial margin of the legs: notional ÷ leverage, USD", ({ margin }) =>
    whole(margin),
  ),
};

/** Every name that an expression about a portfolio can use, with what it stands for. */
export const PORTFOLIO_FIELDS: Fields<PortfolioSubject> = {
  open_positions: number("number of open positions", ({ status }) => status.totals.positions),
  attention_positions: number(
    "number of those that need attention",
    (it) => it.status.attention.length,
  ),
  not_judged_positions: number(
    "number of those with an unknown reason",
    (it) => it.status.notJudged.length,
  ),
  as_of_age_seconds: number("age of the oldest performance, seconds", ({ status }) => {
    const { totals, criteria } = status;
    return totals.asOf === undefined ? undefined : Math.round((criteria.now - totals.asOf) / 1000);
  }),
  gross_notional: total("notional of all legs, USD", "gross_notional"),
  net_notional: total("notional of the longs minus the shorts, USD", "net_notional"),
  unhedged_notional: total(
    "unhedged amounts of all positions, without their signs, USD",
    "unhedged_notional",
  ),
  funding_pnl: total("funding PnL, USD", "funding_pnl"),
  fees: total("fees_paid + fees_estimated_exit, USD", "fees"),
  fees_paid: total("fees paid, USD", "fees_paid"),
  fees_estimated_exit: total("estimated fees of closing all, USD", "fees_estimated_exit"),
  spread_pnl: total("price PnL, USD", "spread_pnl"),
  net_pnl: total("net PnL, USD", "net_pnl"),
  apr: measured("APR since opening, percent of its capital", ({ status }) => {
    return whole(status.totals.figures.apr);
  }),
  funding_24h: funding("funding settled in the last 24 hours, USD", "24h", "settled"),
  funding_7d: funding("funding settled in the last 7 days, USD", "7d", "settled"),
  funding_30d: funding("funding settled in the last 30 days, USD", "30d", "settled"),
  run_24h: funding("funding a day at today's size, over 24 hours, USD", "24h", "perDay"),
  run_7d: funding("funding a day at today's size, over 7 days, USD", "7d", "perDay"),
  run_30d: funding("funding a day at today's size, over 30 days, USD", "30d", "perDay"),
  ...declaredFields(ahead(ofGroup), ({ status }: PortfolioSubject) =>
    status.totals.unchecked > 0 ? undefined : bookOfStatus(status),
  ),
  run_24h_se: standardError("24h"),
  run_7d_se: standardError("7d"),
  run_30d_se: standardError("30d"),
  now_apr: measured("run_7d in a year, percent of the notional", ({ status: { book, totals } }) =>
    totals.unchecked > 0 ? undefined : whole(book.apr),
  ),
  [BOOK_REASON]: BOOK_REASON_FIELD,
  exchanges: {
    shape: { kind: "list", of: shapeOfFields(EXCHANGE_FIELDS) },
    what: "what is held on each exchange",
    within: EXCHANGE_FIELDS,
    value: ({ status, exchanges }) =>
      status.totals.unchecked > 0
        ? undefined
        : exchanges().map((it) => recordOf(EXCHANGE_FIELDS, it, undefined, "exchanges.")),
  },
};

function total(what: string, name: SumName): Own {
  const isHeld = !isOfPerformance(name);
  return measured(what, ({ status: { totals } }) =>
    isHeld && totals.unchecked > 0 ? undefined : whole(totals.figures[name]),
  );
}

function funding(what: string, window: ShownWindow, part: "settled" | "perDay"): Own {
  return measured(what, ({ status: { runs, totals } }) =>
    totals.unchecked > 0 ? undefined : whole(runs[window][part]),
  );
}

function standardError(window: ShownWindow): Own {
  return number(`standard error of run_${window}, USD a day`, ({ status: { runs, totals } }) => {
    const { se, counted, of } = runs[window].perDay;
    return totals.unchecked > 0 || counted !== of ? undefined : se;
  });
}

/** Returns a sum over all (0 of none), or a bound; undefined for a part, which could pass for the whole. */
function whole(sum: Measure): Measure | undefined {
  const { unit, counted, of, bound } = sum;
  if (of === 0 && unit !== "percent_per_year") return { value: decimal(0), unit };
  return counted === of || bound !== undefined ? sum : undefined;
}
