import { Big } from "big.js";
import { RUN_HOURS, type RunWindow, runsOverWindows } from "../../../analytics/funding/run.js";
import { paidWindow, type RunInputs } from "../../../analytics/funding/run-legs.js";
import { marketOf } from "../../../analytics/market/run-market.js";
import { worstWeekOf } from "../../../analytics/market/worst-week.js";
import { signOf } from "../../../analytics/position/leg.js";
import { instantOf } from "../../../client/listing/record-time.js";
import type { Position } from "../../../client/resources/position.js";
import { type Audit, step } from "./audit.js";
import { type PayingLeg, type Payments, paidIn, paidInWeeks } from "./payments.js";

/** Returns the funding of the held legs of a position, USD; undefined if it is unknown. */
export function paymentsOf(
  position: Position,
  inputs: RunInputs,
  window: RunWindow,
): Payments | undefined {
  const found = paidWindow(position, inputs, RUN_HOURS[window]);
  if (typeof found === "string") return undefined;
  const legs = found.legs.map(({ leg, periods }): PayingLeg => {
    const quantity = new Big(leg.quantity);
    const signed = quantity.times(-signOf(leg));
    return {
      ...{ leg, quantity, periods },
      events: marketOf(inputs.historyOf(leg.market_id ?? 0))?.events ?? [],
      paid: ({ rate, mark }) =>
        rate === null || mark == null ? null : signed.times(mark).times(rate),
    };
  });
  return { clock: found.clock, legs, formula: "-sign × quantity × mark × rate" };
}

/** Audits run(h): the funding of a position a day over a window. */
export function auditRun(position: Position, inputs: RunInputs, window: RunWindow): Audit {
  const value = runsOverWindows(position, inputs)[window].perDay;
  const found = paymentsOf(position, inputs, window);
  if (found === undefined) return { inputs: [], steps: [], value };
  const { events, steps, days } = paidIn(found, { from: 0, to: found.clock.count });
  const perDay = step("a day", "sum ÷ covered days", value.value);
  return { inputs: events, steps: [...steps, days, perDay], value };
}

/** Audits the funding settled in a window since the opening. */
export function auditFunding(position: Position, inputs: RunInputs, window: RunWindow): Audit {
  const value = runsOverWindows(position, inputs)[window].settled;
  const found = paymentsOf(position, inputs, window);
  if (found === undefined) return { inputs: [], steps: [], value };
  const { period, count, end } = found.clock;
  const opened = instantOf(position.opened_at);
  const from = Math.min(count, Math.max(0, Math.ceil((opened - end) / period) + count));
  const { events, steps, days } = paidIn(found, { from, to: count });
  return { inputs: events, steps: [...steps, days], value };
}

/** Audits the worst 7 days: the events of that week, and the sums of all of them. */
export function auditWorstWeek(position: Position, inputs: RunInputs): Audit {
  const value = worstWeekOf(position, inputs);
  const found = paymentsOf(position, inputs, "30d");
  if (found === undefined) return { inputs: [], steps: [], value };
  return { ...paidInWeeks(found, value), value };
}
