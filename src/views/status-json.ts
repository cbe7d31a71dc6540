import type { Concern, Reason } from "../analytics/attention.js";
import type { PortfolioStatus } from "../analytics/status.js";
import type { LeftOut } from "../analytics/totals.js";
import type { LegSummary } from "../api/position.js";
import { sourced } from "../output/exact-json.js";
import { figuresJson } from "./measure-json.js";
import { reasonText } from "./reasons.js";

/** What `status -o json` prints; its shape is fixed by `carry schema status`. */
export function statusJson({ criteria, totals, attention, notJudged }: PortfolioStatus) {
  return sourced({
    as_of: new Date(criteria.now).toISOString(),
    imbalance_limit: criteria.imbalance,
    open_positions: totals.positions,
    totals: figuresJson(totals.figures),
    not_in_net_pnl: totals.notInNetPnl.map(leftOutJson),
    attention: attention.map(concernJson),
    not_judged: notJudged.map(concernJson),
  });
}

function leftOutJson({ positionId, asset, funding, fees, why }: LeftOut) {
  return { position_id: positionId, asset, funding_pnl: funding, fees, reason: why };
}

function concernJson({ position, reasons }: Concern) {
  const { position_id, asset, opened_at, performance } = position;
  return {
    position_id,
    asset,
    opened_at,
    net_pnl: performance?.net_pnl ?? null,
    reasons: reasons.map((reason) => ({
      code: reason.code,
      text: reasonText(reason, position),
      ...figuresOf(reason),
    })),
  };
}

function figuresOf(reason: Reason): Record<string, unknown> {
  switch (reason.code) {
    case "unbalanced":
      return {
        imbalance: reason.imbalance,
        net_quantity: reason.netQuantity,
        unhedged_notional: reason.unhedged,
      };
    case "paying":
      return { funding: reason.funding };
    case "losing":
    case "legs_missing":
    case "net_pnl_unavailable":
      return {};
    default:
      return { legs: reason.legs.map(legJson) };
  }
}

function legJson({ side, exchange, symbol, market_id, mark_price_updated_at }: LegSummary) {
  return { side, exchange, symbol, market_id, mark_price_updated_at };
}
