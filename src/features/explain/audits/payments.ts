import { Big } from "big.js";
import {
  brokenIn,
  type MarketPeriods,
  type PeriodRange,
} from "../../../analytics/market/market-periods.js";
import { missingTimes } from "../../../analytics/market/rhythm.js";
import type { PacedEvent, RunClock } from "../../../analytics/market/run-clock.js";
import { weeksOf } from "../../../analytics/market/weeks.js";
import type { WorstWeek } from "../../../analytics/market/worst-week.js";
import type { Figure } from "../../../base/decimal.js";
import { isoTime } from "../../../base/time/iso-time.js";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../base/time/periods.js";
import type { Units } from "../../../base/whole.js";
import { type AuditInput, type AuditLeg, type AuditStep, step } from "./audit.js";

/** An event, or one that is missing. */
interface Settled {
  readonly time: number;
  readonly rate: string | null;
  readonly mark?: string | null | undefined;
}

/** A leg with what its market settled in the periods of a clock. */
export interface PayingLeg {
  readonly leg: AuditLeg;
  readonly quantity?: Big;
  readonly events: readonly PacedEvent[];
  readonly periods: MarketPeriods<Units>;
  /** Returns the funding of an event; null if it is unknown. */
  readonly paid: (event: Settled) => Figure;
}

/** What legs are paid. */
export interface Payments {
  readonly clock: RunClock;
  readonly legs: readonly PayingLeg[];
  /** How an amount is calculated. */
  readonly formula: string;
}

/** Returns the events of a range of periods, with the steps to their sum. */
export function paidIn({ legs, clock, formula }: Payments, range: PeriodRange) {
  const { period, count, end } = clock;
  const start = end - (count - range.from) * period;
  const until = end - (count - range.to) * period;
  const periods = legs.map((leg) => leg.periods);
  const broken = new Set(brokenIn(periods, range));
  const isIn = (time: number) => !broken.has(Math.ceil((time - end) / period) + count - 1);
  const byLeg = legs.map(({ leg, quantity, events: own, paid }) => {
    const known = own.filter(({ time }) => time > start && time <= until);
    const absent = missingTimes(own, { start: start + MINUTE_MS, end: until + MINUTE_MS });
    const missing = absent.map((time): Settled => ({ time, rate: null, mark: null }));
    const all = [...known, ...missing].sort((a, b) => a.time - b.time);
    const events = all.map((event): AuditInput => {
      const { time, rate, mark } = event;
      const amount = paid(event);
      const input = amount === null ? "missing event" : "event";
      return {
        ...{ input, leg, time, rate, mark, quantity, amount },
        inSum: isIn(time) && amount !== null,
      };
    });
    return { leg, events };
  });
  const events = byLeg.flatMap((it) => it.events);
  const steps: AuditStep[] = [
    ...byLeg.map(({ leg: { side, exchange, market_id }, events }) => {
      const name = `${side} ${exchange ?? market_id}`;
      return step(name, `Σ ${formula} of its events in the sum`, totalOf(events));
    }),
    step("sum", "Σ of the legs", totalOf(events)),
  ];
  const days = step(
    "covered days",
    `whole periods of ${period / HOUR_MS}h from ${isoTime(start)} to ${isoTime(until)} ÷ 24h`,
    ((range.to - range.from - broken.size) * period) / DAY_MS,
  );
  return { events, steps, days, isWhole: broken.size === 0 };
}

/** Returns the events of the worst week, and the sums of all weeks. */
export function paidInWeeks(payments: Payments, value: WorstWeek) {
  const { clock } = payments;
  const at = (index: number) => clock.end - (clock.count - index) * clock.period;
  const weeks = weeksOf(clock).map((week) => {
    const { events, isWhole } = paidIn(payments, week);
    return { until: at(week.to), events, sum: isWhole ? totalOf(events) : null };
  });
  const worst = weeks.find(({ until, sum }) => sum !== null && until === value.until);
  const steps = weeks.map(({ until, sum }) => {
    const formula = sum === null ? "not wholly known" : "Σ amounts of the 7 days";
    return step(`7 days until ${isoTime(until)}`, formula, sum);
  });
  const least = step("worst", "least of the known weeks", worst?.sum ?? null);
  return { inputs: worst?.events ?? [], steps: [...steps, least] };
}

/** Returns the sum of the amounts that are in the sum. */
export function totalOf(events: readonly AuditInput[]): Big {
  return events
    .filter(({ inSum }) => inSum)
    .reduce((sum, { amount }) => sum.plus(amount ?? 0), new Big(0));
}
