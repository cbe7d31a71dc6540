import type { LeftOut } from "../analytics/position-figures.js";
import type { Concern, FeesNotEarned, Reason } from "../analytics/reason.js";
import type { RunTotal } from "../analytics/run-totals.js";
import { SHOWN_WINDOWS } from "../analytics/runs.js";
import type { PortfolioStatus } from "../analytics/status.js";
import type { LegSummary, Position } from "../client/resources/position.js";
import { sourced } from "../output/formats/exact-json.js";
import { jsonOf } from "../output/record.js";
import { LIMITS } from "./limit-fields.js";
import { measureJson } from "./measure-fields.js";
import { reasonText } from "./reasons.js";
import { figuresJson } from "./totals-fields.js";

/** Output of `status -o json`; its shape is that of `carry schema status`. */
export function statusJson(status: PortfolioStatus) {
  const { criteria, asOf, totals, runs } = status;
  return sourced({
    as_of: time(asOf),
    service_time: time(criteria.now),
    imbalance_limit: criteria.limits.imbalance,
    inputs: { ...jsonOf(LIMITS, criteria.limits), ...(status.isOnlyNew === true && { new: true }) },
    open_positions: totals.positions,
    totals: {
      ...figuresJson(totals.figures),
      funding_run: Object.fromEntries(
        SHOWN_WINDOWS.map((window) => [window, runJson(runs[window])]),
      ),
    },
    not_in_net_pnl: totals.notInNetPnl.map(leftOutJson),
    attention: status.attention.map(concernJson),
    not_judged: status.notJudged.map(concernJson),
    fees_not_earned: status.feesNotEarned.map(feesJson),
    without_leverage: status.withoutLeverage,
    ignored: status.ignored,
  });
}

function runJson({ settled, perDay, younger }: RunTotal) {
  return { ...measureJson(settled), per_day: measureJson(perDay), younger };
}

function leftOutJson({ positionId, asset, funding, fees, why }: LeftOut) {
  return { position_id: positionId, asset, funding_pnl: funding, fees, reason: why };
}

function feesJson({ position, days }: FeesNotEarned) {
  return { ...named(position), days: measureJson(days) };
}

function concernJson({ position, reasons }: Concern) {
  return {
    ...named(position),
    reasons: reasons.map((reason) => ({
      code: reason.code,
      text: reasonText(reason, position),
      ...figuresOf(reason),
    })),
  };
}

function named({ position_id, asset, opened_at, performance }: Position) {
  return { position_id, asset, opened_at, net_pnl: performance?.net_pnl ?? null };
}

function figuresOf(reason: Reason): Record<string, unknown> {
  switch (reason.code) {
    case "unbalanced":
      return {
        imbalance: reason.imbalance,
        net_quantity: reason.netQuantity,
        unhedged_notional: reason.unhedged,
      };
    case "margin_thin":
      return { away: reason.away, legs: reason.legs.map(legJson) };
    case "losing":
      return { amount: reason.amount };
    case "paying":
      return { funding: reason.funding.value, funding_run: measureJson(reason.funding) };
    case "fees_unearned":
      return { per_day: reason.perDay };
    case "performance_stale":
      return { age_seconds: Math.round(reason.ageMs / 1000) };
    case "mark_stale":
      return { age_seconds: Math.round(reason.ageMs / 1000), legs: reason.legs.map(legJson) };
    case "funding_unknown":
      return { legs: reason.legs.map(legJson), funding_run: measureJson(reason.run) };
    case "not_settled":
      return {
        legs: reason.legs.map(legJson),
        next: reason.next === undefined ? undefined : time(reason.next),
      };
    case "unreadable":
      return { fields: reason.fields };
    case "legs_missing":
    case "net_pnl_unavailable":
    case "legs_unchecked":
      return {};
    default:
      return { legs: reason.legs.map(legJson) };
  }
}

function legJson({ side, exchange, symbol, market_id, mark_price_updated_at }: LegSummary) {
  return { side, exchange, symbol, market_id, mark_price_updated_at };
}

function time(at: number): string {
  return new Date(at).toISOString();
}
