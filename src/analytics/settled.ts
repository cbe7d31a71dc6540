import { Big } from "big.js";
import type { FundingPoint } from "../api/funding.js";
import type { LegSummary } from "../api/position.js";
import { timeOf } from "../api/record-time.js";
import { decimal, type Figure } from "./decimal.js";
import { signOf } from "./leg.js";

/**
 * What the settled funding of a leg's market has brought the leg since a time, USD:
 * Σ −sign × quantity × mark price at the event × rate. A positive rate is paid by longs and
 * received by shorts. Null when an event lacks rate or mark price.
 * Takes the quantity of now for the whole time. docs/analytics.md, "Funding of the last day".
 * @param since milliseconds since the epoch, inclusive
 */
export function settledFunding(
  leg: LegSummary,
  events: readonly FundingPoint[],
  since: number,
): Figure {
  let sum = new Big(0);
  for (const event of events) {
    if ((timeOf(event) ?? Number.NaN) < since) continue;
    const [rate, mark] = [decimal(event.funding_rate), decimal(event.mark_price)];
    if (rate === null || mark === null) return null;
    sum = sum.plus(rate.times(mark));
  }
  return sum.times(leg.quantity).times(-signOf(leg));
}
