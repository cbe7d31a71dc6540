import type { Leg, Position } from "../../client/resources/position.js";
import { runOf } from "../funding/run.js";
import type { RunInputs } from "../funding/run-legs.js";
import { coverageOf, type PaidLeg, perDayOf, sumOfPeriods } from "../funding/sum-of-periods.js";
import { countIn } from "../market/market-periods.js";
import type { RunClock } from "../market/run-clock.js";
import { marketOf, type RunMarket } from "../market/run-market.js";
import type { Measure } from "../measure.js";
import { heldLegs } from "../position/held-legs.js";
import { clockOf, lackOver } from "./clock.js";

/** Why the funding of a leg is unknown. */
export interface LegLack {
  readonly leg: Leg;
  readonly why: "no_history" | "too_few_events" | "conflicting" | "uncovered";
  /** Number of events in the 7 days, out of `of`; undefined without a known spacing. */
  readonly counted?: number | undefined;
  readonly of?: number | undefined;
}

/**
 * Prepares what a position holds: its distinct markets, its run of 7 days, the legs that make it unknown, and a
 * function that returns its legs over a clock.
 * @param position holds something, in markets with an id
 */
export function heldPair(position: Position, inputs: RunInputs) {
  const { historyOf, now } = inputs;
  const { perDay: run } = runOf(position, inputs, "7d");
  const held = heldLegs(position).map((leg) => {
    const points = leg.market_id === null ? undefined : historyOf(leg.market_id);
    return { leg, points, market: marketOf(points) };
  });
  const known = held.flatMap(({ leg, market }) => (market === undefined ? [] : [{ leg, market }]));
  const markets = [...new Set(known.map(({ market }) => market))];
  if (known.length < held.length) {
    const lacks = held.flatMap(({ leg, points, market }): LegLack[] => {
      if (market !== undefined) return [];
      return [{ leg, why: points === undefined ? "no_history" : "too_few_events" }];
    });
    return { markets, lacks, run, legsOver: () => [] };
  }
  const legsOver = (clock: RunClock): PaidLeg[] =>
    known.map(({ leg, market }) => ({ leg, periods: market.periodsOf(clock) }));
  const lacks = run.value === null ? lacksOver(known, clockOf(markets, now)) : [];
  return { markets, lacks, run, legsOver };
}

/** Returns the funding of legs a day over a clock, USD. */
export function runOfLegs(legs: readonly PaidLeg[], { period, count, end }: RunClock): Measure {
  const paid = sumOfPeriods(legs, period, { from: 0, to: count });
  return { value: perDayOf(paid), unit: "usd_per_day", asOf: end, ...coverageOf(paid) };
}

/** Returns the legs that are unknown by themselves; else those with a missing event; else all. */
function lacksOver(
  legs: readonly { readonly leg: Leg; readonly market: RunMarket }[],
  clock: RunClock,
): LegLack[] {
  const all = legs.map(({ leg, market }) => {
    const { counted, wanted } = market.periodsOf(clock);
    const range = { from: 0, to: clock.count };
    const counts = { counted: countIn(counted, range), of: countIn(wanted, range) };
    return { leg, own: lackOver(market, clock), ...counts };
  });
  const alone = all.filter(({ own }) => own !== undefined);
  const partial = all.filter(({ counted, of }) => counted < of);
  const some = [alone, partial].find((it) => it.length > 0) ?? all;
  return some.map(({ own, ...rest }) => ({ ...rest, why: own ?? "uncovered" }));
}
