import type { Big } from "big.js";
import { decimal, sumOf } from "../../base/decimal.js";
import { ratioOf } from "../../base/whole.js";
import type { Performance, Position } from "../../client/resources/position.js";
import type { Criteria } from "../position/criteria.js";
import { heldLegs, whyUncountable } from "../position/held-legs.js";
import { readable, sizeOf } from "../position/larger-side.js";
import { limitInUsd } from "../position/limits.js";
import { isOff, performanceAge } from "../position/mark.js";
import { spreadOf } from "../position/position-figures.js";
import type { FeesNotEarned, Reason, Unjudged } from "../position/reason.js";
import type { Run } from "./run.js";
import type { Runs } from "./shown-runs.js";

/** Returns the reasons of losses and paid funding, and of checks of them that could not be made. */
export function earnings(position: Position, runs: Runs, criteria: Criteria): Reason[] {
  const paid = paying(position, runs, criteria);
  const lost = results(position, runs, criteria);
  const codes = new Set(paid.map(({ code }) => code));
  return [...paid, ...lost.filter(({ code }) => !codes.has(code))];
}

/** Returns a position whose net PnL is negative only due to fees that its funding is earning back. */
export function feesNotEarned(
  position: Position,
  runs: Runs,
  criteria: Criteria,
): FeesNotEarned | undefined {
  const netPnl = lossOfFees(position, criteria);
  const { value: perDay, asOf } = runs["7d"].perDay;
  if (netPnl === undefined || perDay === null || readable(perDay).lte(0)) return undefined;
  return { position, days: { value: ratioOf(netPnl, perDay).times(-1), unit: "days", asOf } };
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

/** Returns funding and price PnL, USD, if they are up to date and lose more than the limit. */
function losing(position: Position, criteria: Criteria): Big | undefined {
  const performance = known(position, criteria);
  const before = performance && sumOf([decimal(performance.funding_pnl), spreadOf(performance)]);
  const limit = limitInUsd(criteria.limits.loss, sizeOf(position));
  if (before == null || limit === null) return undefined;
  const amount = readable(before);
  return amount.lt(limit.times(-1)) ? amount : undefined;
}

/**
 * Returns a net PnL below zero that is not due to funding and prices, USD. Undefined if the limit is a
 * percentage of an unknown notional; its missing price is a reason of its own.
 */
function lossOfFees(position: Position, criteria: Criteria): Big | undefined {
  const netPnl = decimal(known(position, criteria)?.net_pnl ?? null);
  if (netPnl === null || readable(netPnl).gte(0)) return undefined;
  if (limitInUsd(criteria.limits.loss, sizeOf(position)) === null) return undefined;
  return losing(position, criteria) === undefined ? netPnl : undefined;
}

/** Returns a performance that has a net PnL and is not stale; staleness is a reason of its own. */
function known(position: Position, { now, limits }: Criteria): Performance | undefined {
  const { performance } = position;
  const isOld = isOff(performanceAge(position, now), { now, staleMs: limits.stalePerformanceMs });
  return isOld || performance?.net_pnl == null ? undefined : performance;
}

function paying(position: Position, runs: Runs, { limits }: Criteria): Reason[] {
  const { settled, openedWithin } = runs["24h"];
  if (heldLegs(position).length === 0 || whyUncountable(position) !== undefined) return [];
  if (settled.value === null) return unjudged(position, runs, "24h");
  const limit = limitInUsd(limits.paying, sizeOf(position));
  const days = (settled.coveredHours ?? 0) / 24;
  if (limit === null || days <= 0) return [];
  const aDay = readable(settled.value).div(days);
  if (aDay.gte(limit.times(-1))) return [];
  return [{ code: "paying", funding: settled, since: openedWithin }];
}

/** Returns why the run of a window is unknown. */
function unjudged(position: Position, runs: Runs, window: "24h" | "7d"): Unjudged[] {
  if (heldLegs(position).length === 0 || whyUncountable(position) !== undefined) return [];
  const { unknown, settled, perDay }: Run = runs[window];
  if (unknown === "market_unknown") return [{ code: "market_unknown", legs: runs.without }];
  if (unknown === "not_settled" && window === "24h") {
    return [{ code: "not_settled", legs: runs.awaited, next: runs.next }];
  }
  const run = window === "24h" ? settled : perDay;
  return [{ code: "funding_unknown", legs: runs.without, run, window }];
}
