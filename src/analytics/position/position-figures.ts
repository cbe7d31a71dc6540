import { Big } from "big.js";
import { decimal, type Figure, sumOf } from "../../base/decimal.js";
import { recordOf } from "../../base/map-values.js";
import type { Performance, Position, PositionDetail } from "../../client/resources/position.js";
import { isStatus } from "../../client/resources/words.js";
import type { LeftOutAmounts } from "../portfolio/left-out.js";
import type { Gross } from "../sum.js";
import { balanceOf, exposureOf } from "./hedge.js";
import { type Holder, heldLegs } from "./held-legs.js";
import { aboutNotionalOf } from "./leg.js";

/** The net PnL and its components, summed over the same positions. */
const PARTS = [
  "funding_pnl",
  "fees",
  "fees_paid",
  "fees_estimated_exit",
  "spread_pnl",
  "net_pnl",
] as const;
const HOLDINGS = ["gross_notional", "net_notional", "unhedged_notional"] as const;

/** Figures summed over positions, by their JSON names; USD. */
export const SUMS = [...HOLDINGS, ...PARTS] as const;
export type SumName = (typeof SUMS)[number];

export function isOfPerformance(name: SumName | "apr"): boolean {
  return !HOLDINGS.some((it) => it === name);
}

/** Reports whether a figure depends on mark prices; funding and fees do not. */
export function isAtMark(name: SumName | "apr"): boolean {
  return !/^(funding|fees)/.test(name);
}

/** Reports whether a figure is a sum of parts that are never below zero; fees can be rebates. */
export function isNeverNegative(name: SumName): boolean {
  return name === "gross_notional" || name === "unhedged_notional";
}

/** Returns the figures of one position; null where the service sends no value. */
export function figuresOf(position: Position): Record<SumName, Figure> {
  const { netNotional } = exposureOf(position);
  return {
    gross_notional: position.legs.length === 0 ? null : aboutGrossOf(position).value,
    net_notional: netNotional,
    unhedged_notional: balanceOf(position).unhedged?.abs() ?? null,
    ...partsOf(isStatus(position.status) ? position.performance : undefined),
  };
}

const NO_PARTS = recordOf(PARTS, (): Figure => null);

/** Returns the net PnL and its components; all null if one of them is unknown. */
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

/** Returns the fees paid and the estimated exit fees, USD. */
export function feesOf({ fees }: Performance): Figure {
  return sumOf([decimal(fees.paid), decimal(fees.estimated_exit)]);
}

/** Greatest difference of sums that are rounded to cents, USD. */
const CENT = new Big("0.01");

/** Reports whether a performance has the calculated funding although a leg has an override. */
export function leavesOutOverride({ legs, performance }: PositionDetail): boolean {
  const isOverridden = legs.some(({ funding }) => funding.override !== null);
  const calculated = sumOf(legs.map(({ funding }) => decimal(funding.calculated)));
  const sent = decimal(performance?.funding_pnl ?? null);
  return isOverridden && sent !== null && calculated?.minus(sent).abs().lte(CENT) === true;
}

/** Returns the realized and unrealized price PnL, USD. */
export function spreadOf({ spread_pnl }: Performance): Figure {
  return sumOf([decimal(spread_pnl.realized), decimal(spread_pnl.unrealized)]);
}

/** Returns the gross notional, with the open price for a missing mark. */
export function aboutGrossOf(position: Holder): Gross {
  const { status, legs } = position;
  const value = sumOf(legs.map((leg) => aboutNotionalOf(leg, status)));
  return { value, about: isMarkMissing(position) };
}

/** Reports whether a held leg has no mark price. */
export function isMarkMissing(position: Holder): boolean {
  return heldLegs(position).some((leg) => leg.mark_price === null);
}

/** A position excluded from the sums of the net PnL, with its known figures. */
export interface LeftOut extends LeftOutAmounts {
  readonly position_id: string;
  readonly asset: string;
  readonly status: Position["status"];
  readonly why: "mark_missing" | "net_pnl_missing" | "performance_missing";
}

export function leftOut(position: Position): LeftOut {
  const { position_id, asset, status, performance } = position;
  const why = isMarkMissing(position) ? "mark_missing" : "net_pnl_missing";
  return {
    ...{ position_id, asset, status },
    realized: decimal(performance?.spread_pnl.realized ?? null),
    funding: decimal(performance?.funding_pnl ?? null),
    gross: aboutGrossOf(position),
    fees: performance === undefined ? null : feesOf(performance),
    why: performance === undefined ? "performance_missing" : why,
  };
}
