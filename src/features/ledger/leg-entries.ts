import { Big } from "big.js";
import { settledDay } from "../../analytics/funding/funding-rows.js";
import type { LegFunding, PositionFunding } from "../../analytics/funding/position-funding.js";
import { DAY_MS } from "../../base/time/periods.js";
import type { PositionDetail } from "../../client/resources/position.js";
import { dayOf } from "./days.js";
import { byDayAndPosition, inCents, type LedgerEntry } from "./entry.js";

/** What the settled events of a position post. */
export interface LegLedger {
  /** In the order of {@link byDayAndPosition}. */
  readonly entries: readonly LedgerEntry[];
  /** Legs whose funding is unknown. */
  readonly unknown: readonly LegFunding[];
  /** Days of each leg that are left out, since one of their events is missing or unknown. */
  readonly incomplete: readonly string[];
}

/**
 * Returns the settled funding of each leg by UTC day, for the days that are over and have every event.
 * Each day is rounded to cents by itself. docs/reference/figures/ledger.md, "Ledger".
 * @param now milliseconds since the epoch
 */
export function legLedger(
  position: PositionDetail,
  { legs }: PositionFunding,
  now: number,
): LegLedger {
  const unknown = legs.filter((leg) => leg.unknown !== undefined);
  const days = legs.flatMap((leg) => daysOf(leg, now).map((day) => ({ leg, ...day })));
  const whole = days.filter(({ isWhole }) => isWhole);
  const entries = whole.map(({ leg: { leg }, day, amount, asOf }): LedgerEntry => {
    const { position_id: positionId, portfolio_id, asset, legs } = position;
    const id = `${positionId}/${leg.leg_id}/funding_pnl/${day}`;
    const own = { id, portfolio_id, positionId, asset, legs, leg, name: day };
    return { ...own, component: "funding_pnl", source: "events", day, amount, asOf };
  });
  return {
    entries: entries.filter(({ amount }) => !amount.eq(0)).sort(byDayAndPosition),
    unknown,
    incomplete: days.flatMap(({ isWhole, day }) => (isWhole ? [] : [day])),
  };
}

function daysOf({ events, missing }: LegFunding, now: number) {
  const times = [...events.map(({ time }) => time), ...missing];
  const starts = [...new Set(times.map(settledDay))].filter((start) => start + DAY_MS <= now);
  const holes = new Set(missing.map(settledDay));
  return starts.map((start) => {
    const own = events.filter(({ time }) => settledDay(time) === start);
    const sum = own.reduce((total, { usd }) => total.plus(usd ?? 0), new Big(0));
    const isWhole = !holes.has(start) && own.every(({ usd }) => usd !== null);
    const asOf = Math.max(start, ...own.map(({ time }) => time));
    return { day: dayOf(start), amount: inCents(sum), asOf, isWhole };
  });
}
