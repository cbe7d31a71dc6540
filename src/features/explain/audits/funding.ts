import { Big } from "big.js";
import { RUN_HOURS, type RunWindow, runsOverWindows } from "../../../analytics/funding/run.js";
import {
  type PaidWindow,
  paidWindow,
  type RunInputs,
} from "../../../analytics/funding/run-legs.js";
import { brokenIn } from "../../../analytics/market/market-periods.js";
import { missingTimes } from "../../../analytics/market/rhythm.js";
import { marketOf } from "../../../analytics/market/run-market.js";
import { weeksOf } from "../../../analytics/market/weeks.js";
import { worstWeekOf } from "../../../analytics/market/worst-week.js";
import { signOf } from "../../../analytics/position/leg.js";
import { isoTime } from "../../../base/time/iso-time.js";
import { DAY_MS, MINUTE_MS } from "../../../base/time/periods.js";
import type { Leg, Position } from "../../../client/resources/position.js";
import type { Audit, AuditInput, AuditStep } from "./audit.js";

/** Periods of a clock that an audit is about. */
interface Range {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** Audits run(h): what a position is paid a day over a window. */
export function auditRun(position: Position, inputs: RunInputs, window: RunWindow): Audit {
  const value = runsOverWindows(position, inputs)[window].perDay;
  const found = paidWindow(position, inputs, RUN_HOURS[window]);
  if (typeof found === "string") return { inputs: [], steps: [], value };
  const range = { from: 0, to: found.clock.count };
  const { events, steps, days } = paidIn(found, inputs, range);
  const perDay = { step: "a day", formula: "sum ÷ covered days", value: value.value };
  return { inputs: events, steps: [...steps, days, perDay], value };
}

/** Audits the funding settled in a window since the opening. */
export function auditFunding(position: Position, inputs: RunInputs, window: RunWindow): Audit {
  const value = runsOverWindows(position, inputs)[window].settled;
  const found = paidWindow(position, inputs, RUN_HOURS[window]);
  if (typeof found === "string") return { inputs: [], steps: [], value };
  const { period, count, end } = found.clock;
  const opened = Date.parse(position.opened_at);
  const from = Math.min(count, Math.max(0, Math.ceil((opened - end) / period) + count));
  const { events, steps, days } = paidIn(found, inputs, { from, to: count });
  return { inputs: events, steps: [...steps, days], value };
}

/** Audits the worst 7 days: the events of that week, and the sums of all of them. */
export function auditWorstWeek(position: Position, inputs: RunInputs): Audit {
  const value = worstWeekOf(position, inputs);
  const found = paidWindow(position, inputs, RUN_HOURS["30d"]);
  if (typeof found === "string") return { inputs: [], steps: [], value };
  const { clock } = found;
  const at = (index: number) => clock.end - (clock.count - index) * clock.period;
  const weeks = weeksOf(clock).map((week) => {
    const { events, isWhole } = paidIn(found, inputs, week);
    const sum = totalOf(events);
    return { week, events, sum: isWhole ? sum : null };
  });
  const worst = weeks.find(({ week, sum }) => sum !== null && at(week.to) === value.until);
  const steps = weeks.map(({ week, sum }) => ({
    step: `7 days until ${isoTime(at(week.to))}`,
    formula: sum === null ? "not wholly known" : "Σ amounts of the 7 days",
    value: sum,
  }));
  const least = { step: "worst", formula: "least of the known weeks", value: value.value };
  return { inputs: worst?.events ?? [], steps: [...steps, least], value };
}

/** Returns the events of a range of periods, with the steps to their sum. */
export function paidIn({ legs, clock }: PaidWindow, { historyOf }: RunInputs, range: Range) {
  const { period, count, end } = clock;
  const start = end - (count - range.from) * period;
  const until = end - (count - range.to) * period;
  const broken = new Set(
    brokenIn(
      legs.map(({ periods }) => periods),
      range,
    ),
  );
  const isIn = (time: number) => !broken.has(Math.ceil((time - end) / period) + count - 1);
  const events = legs.flatMap(({ leg }) => {
    const own = marketOf(historyOf(leg.market_id ?? 0))?.events ?? [];
    const known = own.filter(({ time }) => time > start && time <= until);
    const absent = missingTimes(own, { start: start + MINUTE_MS, end: until + MINUTE_MS });
    const missing = absent.map((time) => ({ time, rate: null, mark: null }));
    const all = [...known, ...missing].sort((a, b) => a.time - b.time);
    return all.map((it) => inputOf(leg, it, isIn(it.time)));
  });
  const covered = (range.to - range.from - broken.size) * period;
  const steps: AuditStep[] = [
    ...legs.map(({ leg }) => ({
      step: `${leg.side} ${leg.exchange}`,
      formula: "Σ −sign × quantity × mark × rate of its events in the sum",
      value: totalOf(events.filter((it) => it.leg === leg)),
    })),
    { step: "sum", formula: "Σ of the legs", value: totalOf(events) },
  ];
  const days = {
    step: "covered days",
    formula: `whole periods of ${period / 3_600_000}h from ${isoTime(start)} to ${isoTime(until)} ÷ 24h`,
    value: covered / DAY_MS,
  };
  return { events, steps, days, isWhole: broken.size === 0 };
}

interface Settled {
  readonly time: number;
  readonly rate: string | null;
  readonly mark?: string | null | undefined;
}

function inputOf(leg: Leg, { time, rate, mark }: Settled, isIn: boolean): AuditInput {
  const isKnown = rate !== null && mark != null;
  const quantity = new Big(leg.quantity);
  return {
    ...{ input: isKnown ? "event" : "missing event", leg, time, rate, mark, quantity },
    amount: isKnown ? quantity.times(mark).times(rate).times(-signOf(leg)) : null,
    inSum: isIn && isKnown,
  };
}

function totalOf(events: readonly AuditInput[]): Big {
  return events
    .filter(({ inSum }) => inSum)
    .reduce((sum, { amount }) => sum.plus(amount ?? 0), new Big(0));
}
