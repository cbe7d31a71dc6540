import type { Big } from "big.js";
import { type BreakEven, breakEvenOf } from "../analytics/break-even.js";
import { decimal, type Figure } from "../analytics/decimal.js";
import { heldMs } from "../analytics/holding.js";
import { feesOf, fundingOf } from "../analytics/leg.js";
import { DAY_MS } from "../analytics/periods.js";
import type { PositionDetail } from "../api/position.js";
import type { Total } from "../output/column.js";
import { figure } from "./figure-line.js";
import { staleMark } from "./leg-columns.js";
import type { ServiceClock } from "./position-row.js";

/**
 * When funding has paid for the fees and, where the performance is told, for all of a loss, as lines
 * of label and figure. Formulas: docs/analytics.md, "Break-even".
 */
export function breakEvenLines(position: PositionDetail, clock: ServiceClock): Total[] {
  const { legs } = position;
  const held = heldMs(position, clock.now);
  const [funding, paid, toCome] = [fundingOf(legs), feesOf(legs), exitFees(position)];
  const netPnl = decimal(position.performance?.net_pnl ?? null);
  const breakEven = breakEvenOf({ funding, paid, toCome, netPnl, heldMs: held });
  const days = (label: string, value: Figure) =>
    value === null ? unreached(label, breakEven) : reached(label, value, position, held);
  return [
    figure("funding", "usd", funding, { signed: true }),
    figure("funding a day", "usd", breakEven.fundingADay, { signed: true }),
    figure("fees paid", "usd", paid),
    figure("exit fees", "usd", toCome, {
      missing: "told in the list alone; --performance looks there",
    }),
    days("fees paid, covered by funding", breakEven.days),
    days("all fees, covered by funding", breakEven.daysWithExit),
    ...(position.performance === undefined ? [] : [netLine(position, netPnl, breakEven, clock)]),
  ];
}

/** What getting out will cost, where it is told: nothing once every leg is closed. */
function exitFees({ status, legs, performance }: PositionDetail): Figure {
  const allClosed = legs.every((leg) => leg.close_fee_paid !== null);
  if (status === "closed" && allClosed) return decimal(0);
  return decimal(performance?.fees.estimated_exit ?? null);
}

/** Spread and exit fees are in the net PnL, so that this one is when leaving costs nothing. */
function netLine(
  position: PositionDetail,
  netPnl: Figure,
  breakEven: BreakEven,
  clock: ServiceClock,
): Total {
  const label = "break-even, net PnL";
  const mark = staleMark(position, clock);
  const days = breakEven.daysToZero;
  if (netPnl?.gte(0) === true) return { ...line(label, "reached", "not below zero"), mark };
  if (days === null) return unreached(label, breakEven);
  const isClosed = position.status === "closed";
  if (isClosed) return line(label, null, "closed before");
  return {
    ...line(label, `in ${days.toFixed(1)} days`, "at the rate so far, prices as now"),
    mark,
  };
}

function unreached(label: string, { fundingADay }: BreakEven): Total {
  const earns = fundingADay === null || fundingADay.gt(0);
  return line(label, null, earns ? "a figure is missing" : "funding has not earned so far");
}

function reached(label: string, days: Big, { status }: PositionDetail, held: number): Total {
  const left = days.times(DAY_MS).minus(held).div(DAY_MS);
  const ahead =
    status === "closed" ? "closed before" : `${left.toFixed(1)} to go at the rate so far`;
  return line(label, `after ${days.toFixed(1)} days`, left.lte(0) ? "reached" : ahead);
}

function line(label: string, value: string | null, note: string): Total {
  return { label, kind: "text", value, note };
}
