import { Big } from "big.js";
import { basisOfMarkets, unitsAt } from "../../../analytics/market/basis-of-markets.js";
import { BOTH_SIDES } from "../../../analytics/market/by-side.js";
import { prepareMarkets } from "../../../analytics/market/rate-market.js";
import {
  annualisedOver,
  lastOf,
  type RankWindow,
  ratesOf,
  type Spread,
  spreadOf,
  worstWeekOver,
} from "../../../analytics/market/spread-windows.js";
import { surenessOf } from "../../../analytics/market/uncertainty.js";
import type { Measure } from "../../../analytics/measure.js";
import { percentOf } from "../../../base/decimal.js";
import { ratioOf } from "../../../base/whole.js";
import type { FetchedPair } from "../../../portfolio/markets/compared-markets.js";
import { type Audit, type AuditStep, given, step } from "./audit.js";
import { type PayingLeg, type Payments, paidIn, paidInWeeks } from "./payments.js";
import { auditUncertainty } from "./uncertainty.js";

/** Percent per year of what is settled in a day. */
const YEARLY = 365 * 100;
const UNKNOWN: Measure = {
  value: null,
  unit: "percent_per_year",
  base: "notional",
  unknown: "events_missing",
};

/** How each figure of a pair of markets is audited, by its name. */
export const PAIR_AUDITS: Readonly<Record<string, (pair: FetchedPair) => Audit>> = {
  run_24h: (pair) => auditRate(pair, "1d"),
  run_3d: (pair) => auditRate(pair, "3d"),
  run_7d: (pair) => auditRate(pair, "7d"),
  run_30d: (pair) => auditRate(pair, "30d"),
  basis: auditBasis,
  se: auditSe,
  worst_week: auditWorstRate,
};

/** Returns the spread of a pair and its payments; undefined with too few events to find a spacing. */
function settledOf({ markets, events, range }: FetchedPair) {
  const inputs = BOTH_SIDES.map((side) => ({ id: markets[side].id, events: events[side].records }));
  const prepared = prepareMarkets(inputs);
  const [long, short] = prepared.markets;
  if (long === undefined || short === undefined) return undefined;
  const spread = spreadOf([long, short], prepared.scale, range.end);
  const legs = BOTH_SIDES.map((side): PayingLeg => {
    const { id: market_id, exchange } = markets[side];
    const market = side === "long" ? long : short;
    return {
      ...{ leg: { side, exchange, market_id }, events: market.events },
      periods: market.periodsOf(spread.clock),
      paid: ({ rate }) => (rate === null ? null : new Big(rate).times(side === "long" ? -1 : 1)),
    };
  });
  const payments: Payments = { clock: spread.clock, legs, formula: "-sign × rate" };
  return { spread, payments };
}

function weekOf(spread: Spread, window: RankWindow): Measure {
  return annualisedOver(spread, window, surenessOf(ratesOf(spread), spread.clock.period));
}

function yearStep(days: string, value: Measure): AuditStep {
  return step("a year", `${days} × 365 × 100`, value.value);
}

/** Audits the spread of a window, in percent of the notional per year. */
function auditRate(pair: FetchedPair, window: RankWindow): Audit {
  const found = settledOf(pair);
  if (found === undefined) return { inputs: [], steps: [], value: UNKNOWN };
  const { spread, payments } = found;
  const value = weekOf(spread, window);
  const { events, steps, days } = paidIn(payments, lastOf(spread.clock, window));
  return { inputs: events, steps: [...steps, days, yearStep("sum ÷ covered days", value)], value };
}

function auditSe(pair: FetchedPair): Audit {
  const found = settledOf(pair);
  return auditUncertainty(found ? weekOf(found.spread, "7d") : UNKNOWN, found?.payments, YEARLY);
}

function auditWorstRate(pair: FetchedPair): Audit {
  const found = settledOf(pair);
  if (found === undefined) return { inputs: [], steps: [], value: UNKNOWN };
  const value = worstWeekOver(found.spread);
  const { inputs, steps } = paidInWeeks(found.payments, value);
  return { inputs, steps: [...steps, yearStep("worst ÷ days of the week", value)], value };
}

/** Audits the basis at the last instant at which both markets settled. */
function auditBasis({ markets, events, range }: FetchedPair): Audit {
  const settled = { long: events.long.records, short: events.short.records };
  const { now: value, instants } = basisOfMarkets(settled, markets, range.end);
  const known = step("instants", "common settlements of 30 days, at least 20", instants);
  const units = value.asOf === undefined ? undefined : unitsAt(settled, markets, value.asOf);
  const prices = (units ?? []).map(({ side, mark, factor }) =>
    step(`${side} price`, "mark price ÷ contract multiple", ratioOf(new Big(mark), factor)),
  );
  const [long, short] = prices.map((it) => it.value);
  const basis = long && short ? percentOf(short.minus(long), long) : null;
  return {
    inputs: (units ?? []).flatMap(({ side, mark, time, factor }) => {
      const leg = { side, exchange: markets[side].exchange, market_id: markets[side].id };
      return [
        { ...given("mark price", new Big(mark), leg), time },
        given("contract multiple", factor, leg),
      ];
    }),
    steps: [
      known,
      ...prices,
      step("basis", "(short price - long price) ÷ long price × 100", basis),
    ],
    value,
  };
}
