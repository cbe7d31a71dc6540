import type { Big } from "big.js";
import { decimal, sumOf } from "../base/decimal.js";
import type { Performance, Position } from "../client/resources/position.js";
import type { Criteria } from "./criteria.js";
import { hasNegativeQuantity, heldLegs } from "./held.js";
import { limitInUsd } from "./limits.js";
import { isOff, performanceAge } from "./mark.js";
import { spreadOf } from "./position-figures.js";
import type { FeesNotEarned, Reason, Unjudged } from "./reason.js";
import type { Run } from "./run.js";
import type { Runs, ShownWindow } from "./runs.js";
import { readable, sizeOf } from "./size.js";

/** What a position loses or pays, and what of that is not known. */
export function earnings(position: Position, runs: Runs, criteria: Criteria): Reason[] {
  const paid = paying(position, runs, criteria);
  const lost = results(position, runs, criteria);
  const told = new Set(paid.map(({ code }) => code));
  return [...paid, ...lost.filter(({ code }) => !told.has(code))];
}

/** What is below zero only for its fees, while funding earns them. */
export function feesNotEarned(
  position: Position,
  runs: Runs,
  criteria: Criteria,
): FeesNotEarned | undefined {
  const netPnl = lossOfFees(position, criteria);
  const { value: perDay, asOf } = runs["7d"].perDay;
  if (netPnl === undefined || perDay === null || readable(perDay).lte(0)) return undefined;
  return { position, days: { value: netPnl.times(-1).div(perDay).round(8), unit: "days", asOf } };
}

function results(position: Position, runs: Runs, criteria: Criteria): Reason[] {
  const { performance } = position;
  if (performance === undefined || performance.net_pnl === null) {
    return [{ code: "net_pnl_unavailable" }];
  }
  const amount = losing(position, criteria);
  if (amount !== undefined) return [{ code: "losing", amount }];
  const netPnl = lossOfFees(position, criteria);
  if (netPnl === undefined) return [];
  const perDay = runs["7d"].perDay.value;
  if (perDay === null) return unjudged(position, runs, "7d");
  return readable(perDay).lte(0) ? [{ code: "fees_unearned", netPnl, perDay }] : [];
}

/** Funding and price PnL, where they are known to be of now and lose more than the limit. */
function losing(position: Position, criteria: Criteria): Big | undefined {
  const performance = known(position, criteria);
  const before = performance && sumOf([decimal(performance.funding_pnl), spreadOf(performance)]);
  const limit = limitInUsd(criteria.limits.loss, sizeOf(position));
  if (before == null || limit === null) return undefined;
  const amount = readable(before);
  return amount.lt(limit.times(-1)) ? amount : undefined;
}

/**
 * A net PnL below zero that is not lost by funding and prices. Where the limit is a part of a notional
 * that is not known nobody can say; a price is missing then, which is the reason.
 */
function lossOfFees(position: Position, criteria: Criteria): Big | undefined {
  const netPnl = decimal(known(position, criteria)?.net_pnl ?? null);
  if (netPnl === null || readable(netPnl).gte(0)) return undefined;
  if (limitInUsd(criteria.limits.loss, sizeOf(position)) === null) return undefined;
  return losing(position, criteria) === undefined ? netPnl : undefined;
}

/** The performance where its net PnL is told; beyond the limit for its age, that is the reason. */
function known(position: Position, { now, limits }: Criteria): Performance | undefined {
  const { performance } = position;
  const isOld = isOff(performanceAge(position, now), { now, staleMs: limits.stalePerformanceMs });
  return isOld || performance?.net_pnl == null ? undefined : performance;
}

function paying(position: Position, runs: Runs, { limits }: Criteria): Reason[] {
  const { settled, openedWithin } = runs["24h"];
  if (heldLegs(position).length === 0 || hasNegativeQuantity(position)) return [];
  if (settled.value === null) return unjudged(position, runs, "24h");
  const limit = limitInUsd(limits.paying, sizeOf(position));
  const days = (settled.coveredHours ?? 0) / 24;
  if (limit === null || days <= 0) return [];
  const aDay = readable(settled.value).div(decimal(days));
  if (aDay.gte(limit.times(-1))) return [];
  return [{ code: "paying", funding: settled, since: openedWithin }];
}

/** Why a run is not known. */
function unjudged(
  position: Position,
  runs: Runs,
  window: ShownWindow & ("24h" | "7d"),
): Unjudged[] {
  if (heldLegs(position).length === 0 || hasNegativeQuantity(position)) return [];
  const { unknown, settled, perDay }: Run = runs[window];
  if (unknown === "market_unknown") return [{ code: "market_unknown", legs: runs.without }];
  if (unknown === "not_settled" && window === "24h") {
    return [{ code: "not_settled", legs: runs.awaited, next: runs.next }];
  }
  const run = window === "24h" ? settled : perDay;
  return [{ code: "funding_unknown", legs: runs.without, run, window }];
}
