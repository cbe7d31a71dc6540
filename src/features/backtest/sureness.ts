import type { Big } from "big.js";
import { BOTH_SIDES } from "../../analytics/market/by-side.js";
import { surenessOf } from "../../analytics/market/uncertainty.js";
import type { Measure } from "../../analytics/measure.js";
import { DAY_MS } from "../../base/time/periods.js";
import type { BacktestClock, Settlement } from "./clock.js";

/** Times in milliseconds since the epoch. */
interface Held {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the standard error of the funding per day of a hedge, from the whole periods in (from, to]. A
 * period is the longest spacing of either market in it, and ends at a multiple of that since the epoch.
 * @param scaled converts what one unit is paid into what the hedge is paid, USD
 */
export function surenessOfFunding(
  { settlements, timed }: BacktestClock,
  held: Held,
  scaled: (paid: bigint) => Big,
): Pick<Measure, "se" | "nEff"> {
  const spacings = BOTH_SIDES.flatMap((side) =>
    timed[side].filter(isWithin(held)).map(({ spacing = 0 }) => spacing),
  );
  const period = spacings.reduce((most, it) => Math.max(most, it), 0);
  const first = Math.ceil(held.from / period) * period;
  const count = Math.floor((held.to - first) / period);
  if (!(count > 0)) return {};
  const periods = Array.from({ length: count }, (): Settlement[] => []);
  for (const settlement of settlements.filter(isWithin(held))) {
    periods[Math.ceil((settlement.time - first) / period) - 1]?.push(settlement);
  }
  const perDay = periods.map((inside) => {
    const paid = paidIn(inside);
    return paid === null ? null : (scaled(paid).toNumber() * DAY_MS) / period;
  });
  return surenessOf(perDay, period)(count * period);
}

function isWithin({ from, to }: Held) {
  return ({ time }: { readonly time: number }) => time > from && time <= to;
}

/** Returns what one unit is paid in a period; null unless both markets settle and all is known. */
function paidIn(settlements: readonly Settlement[]): bigint | null {
  let sum = 0n;
  for (const side of BOTH_SIDES) {
    const own = settlements.flatMap(({ paid }) => (paid[side] === undefined ? [] : [paid[side]]));
    if (own.length === 0) return null;
    for (const paid of own) {
      if (paid === null) return null;
      sum += paid;
    }
  }
  return sum;
}
