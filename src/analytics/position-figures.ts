import { decimal, type Figure, sumOf } from "../base/decimal.js";
import type { Performance, Position } from "../client/resources/position.js";
import { balanceOf, exposureOf } from "./hedge.js";
import { heldLegs } from "./held.js";
import { aboutNotionalOf } from "./leg.js";
import type { Gross } from "./sum.js";

/** What makes up the net PnL, and that itself: summed over the same positions. */
const PARTS = [
  "funding_pnl",
  "fees",
  "fees_paid",
  "fees_estimated_exit",
  "spread_pnl",
  "net_pnl",
] as const;
const HOLDINGS = ["gross_notional", "net_notional", "unhedged_notional"] as const;

/** What is summed up of positions, by the names that it has in JSON; USD. */
export const SUMS = [...HOLDINGS, ...PARTS] as const;
export type SumName = (typeof SUMS)[number];

export function isOfPerformance(name: SumName): boolean {
  return !HOLDINGS.some((it) => it === name);
}

/** Funding and fees are what they are, whatever the price. */
export function isAtMark(name: SumName): boolean {
  return !/^(funding|fees)/.test(name);
}

/** The figures of one position; null where the service tells none. */
export function figuresOf(position: Position): Record<SumName, Figure> {
  const { grossNotional, netNotional } = exposureOf(position);
  return {
    gross_notional: grossNotional,
    net_notional: netNotional,
    unhedged_notional: balanceOf(position).unhedged?.abs() ?? null,
    ...partsOf(position.performance),
  };
}

const NO_PARTS = Object.fromEntries(PARTS.map((name) => [name, null])) as Record<
  (typeof PARTS)[number],
  Figure
>;

/** The parts of a net PnL and it, or none of them. */
function partsOf(performance: Performance | undefined): typeof NO_PARTS {
  if (performance === undefined) return NO_PARTS;
  const parts = {
    funding_pnl: decimal(performance.funding_pnl),
    fees: feesOf(performance),
    fees_paid: decimal(performance.fees.paid),
    fees_estimated_exit: decimal(performance.fees.estimated_exit),
    spread_pnl: spreadOf(performance),
    net_pnl: decimal(performance.net_pnl),
  };
  return Object.values(parts).includes(null) ? NO_PARTS : parts;
}

/** Fees paid and to come, USD. */
export function feesOf({ fees }: Performance): Figure {
  return sumOf([decimal(fees.paid), decimal(fees.estimated_exit)]);
}

/** What the prices have brought, realized and not, USD. */
export function spreadOf({ spread_pnl }: Performance): Figure {
  return sumOf([decimal(spread_pnl.realized), decimal(spread_pnl.unrealized)]);
}

/** The gross notional for shares of a whole. */
export function aboutGrossOf(position: Position): Gross {
  const { status, legs } = position;
  const value = sumOf(legs.map((leg) => aboutNotionalOf(leg, status)));
  return { value, about: isMarkMissing(position) };
}

function isMarkMissing(position: Position): boolean {
  return heldLegs(position).some((leg) => leg.mark_price === null);
}

/** A position that is in none of the sums of the net PnL, with what is known of it. */
export interface LeftOut {
  readonly positionId: string;
  readonly asset: string;
  readonly funding: Figure;
  readonly fees: Figure;
  readonly why: "mark_missing" | "net_pnl_missing" | "performance_missing";
}

export function leftOut(position: Position): LeftOut {
  const { position_id, asset, performance } = position;
  const why = isMarkMissing(position) ? "mark_missing" : "net_pnl_missing";
  return {
    positionId: position_id,
    asset,
    funding: decimal(performance?.funding_pnl ?? null),
    fees: performance === undefined ? null : feesOf(performance),
    why: performance === undefined ? "performance_missing" : why,
  };
}
