import { Big } from "big.js";
import type { Run } from "../../../src/analytics/funding/run.js";
import type { Runs } from "../../../src/analytics/funding/shown-runs.js";
import type { Criteria } from "../../../src/analytics/position/criteria.js";
import type { Limits } from "../../../src/analytics/position/limits.js";
import type { Position } from "../../../src/client/resources/position.js";
import { long, MINUTE, short } from "../../support/fresh-legs.js";
import { NOW } from "../../support/now.js";
import { performance, position } from "../../support/records.js";

const PRICES = { quantity: 100, open_price: 100, mark_price: 100, leverage: 1 };
export const longLeg = (more: object = {}) => long({ ...PRICES, ...more });
export const shortLeg = (more: object = {}) => short({ ...PRICES, ...more });

/** A performance in which nothing was earned or lost. */
export const flat = (more: object = {}) =>
  performance({
    ...{ funding_pnl: 0, fees: { paid: 0, estimated_exit: 0 }, net_pnl: 0 },
    spread_pnl: { realized: 0, unrealized: 0 },
    ...more,
  });

/** A position of 10,000 USD a side that needs no attention. */
export const sound = (more: object = {}, n = 1): Position =>
  position(n, {
    legs: [longLeg(), shortLeg()],
    performance: flat(),
    ...more,
  }) as unknown as Position;

/** What a window has paid: USD in its covered hours; null if that is unknown. */
export function run(usd: number | null, hours: number, more: Partial<Run> = {}): Run {
  const value = usd === null ? null : new Big(usd);
  return {
    settled: { value, unit: "usd", coveredHours: hours, wantedHours: hours },
    perDay: { value: value?.times(24).div(hours || 24) ?? null, unit: "usd_per_day", asOf: NOW },
    ...{ unknown: usd === null ? ("funding_unknown" as const) : undefined },
    ...{ conflicting: [], fewest: 3 },
    ...more,
  };
}

/** Runs that pay these amounts of USD a day. */
export const runs = (day: number | null, week: number | null = day, more: Partial<Runs> = {}) =>
  ({
    ...{ "24h": run(day, 24), "7d": run(week === null ? null : week * 7, 168), "30d": run(0, 720) },
    ...{ without: [], awaited: [], next: undefined, settlements: 3 },
    ...more,
  }) satisfies Runs;

export const percent = (amount: string) => ({ unit: "percent" as const, amount: new Big(amount) });
export const usd = (amount: string) => ({ unit: "usd" as const, amount: new Big(amount) });

/** The limits where none is set, with changes. */
export const criteria = (limits: Partial<Limits> = {}, more: Partial<Criteria> = {}): Criteria => ({
  limits: {
    ...{ imbalance: new Big(2), loss: percent("0.1"), paying: percent("0.01") },
    ...{ margin: percent("10"), staleMs: 5 * MINUTE, stalePerformanceMs: 60 * MINUTE, ignore: [] },
    ...limits,
  },
  now: NOW,
  historyOf: () => undefined,
  isUnchecked: () => false,
  ...more,
});
