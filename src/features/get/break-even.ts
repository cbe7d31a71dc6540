import { Big } from "big.js";
import type { Runs } from "../../analytics/funding/shown-runs.js";
import type { Measure } from "../../analytics/measure.js";
import {
  type BreakEven,
  breakEvenAt,
  breakEvenOf,
  coveredSoFar,
  type PacedBreakEven,
  type Rate,
} from "../../analytics/position/break-even.js";
import { feesOf, fundingOf } from "../../analytics/position/leg.js";
import { decimal, type Figure, sumOf } from "../../base/decimal.js";
import { ratioOf } from "../../base/whole.js";
import type { PositionDetail } from "../../client/resources/position.js";
import type { Total } from "../../output/table/column.js";
import { inSentence } from "../../output/text/format.js";
import { figure } from "../../views/figure-line.js";
import { staleMark } from "../../views/position/leg-columns.js";
import type { ServiceClock } from "../../views/position/position-row.js";

/**
 * Returns as lines of label and figure what funding has covered so far and, if the performance is
 * known, when the net PnL reaches zero at the current funding. Formulas: src/features/get/explain.md,
 * "Break-even".
 */
export function breakEvenLines(
  position: PositionDetail,
  clock: Requested,
  pace: Pace | undefined,
): Total[] {
  const { performance, legs } = position;
  const [toCome, funding] = [exitFees(position), fundingSoFar(position)];
  const paid = performance === undefined ? feesOf(legs) : decimal(performance.fees.paid);
  const all = sumOf([paid, toCome]);
  const covered = (label: string, cost: Figure) =>
    figure(label, "percent", coveredSoFar(funding, cost), {
      missing: cost?.lte(0) === true ? "nothing to cover" : "a figure is missing",
    });
  return [
    figure("funding so far", "usd", funding, { signed: true }),
    figure("fees paid", "usd", paid),
    figure("exit fees (est.)", "usd", toCome, {
      missing: listedAlone(clock),
    }),
    covered("fees paid, covered so far", paid),
    covered("all fees, covered so far", all),
    ...(performance === undefined || position.status === "closed"
      ? []
      : [netLine(position, clock, pace)]),
  ];
}

export interface Requested extends ServiceClock {
  /** True if the performance was requested. */
  readonly performance?: boolean;
}

/** What a position is paid: its runs, and the least funding of a week. */
export interface Pace {
  readonly runs: Runs;
  readonly worstWeek: Measure;
}

/** Returns the note of figures that only the list has. */
export function listedAlone({ performance }: Requested): string {
  return performance === true
    ? "requested, and not received"
    : "only in the list; --performance fetches it";
}

/** Returns the funding of the performance, or else the sum of the legs, USD. */
function fundingSoFar({ performance, legs }: PositionDetail): Figure {
  return performance === undefined ? fundingOf(legs) : decimal(performance.funding_pnl);
}

/** Returns the estimated exit fees, USD; 0 once every leg is closed. */
function exitFees({ status, legs, performance }: PositionDetail): Figure {
  const allClosed = legs.every((leg) => leg.close_fee_paid !== null);
  if (status === "closed" && allClosed) return decimal(0);
  return decimal(performance?.fees.estimated_exit ?? null);
}

/** Returns the break-even of the net PnL, which includes price PnL and exit fees. */
function netLine(position: PositionDetail, clock: ServiceClock, pace: Pace | undefined): Total {
  const net = decimal(position.performance?.net_pnl ?? null);
  const breakEven = breakEvenOf(net, pace?.runs);
  const { value, note: atRate } = textOf(breakEven);
  const isRange = pace !== undefined && !["unknown", "past"].includes(breakEven.kind);
  const parts = isRange ? [rangeText(net, pace), atRate] : [atRate];
  const note = (breakEven.kind === "never" ? parts.reverse() : parts).join("; ");
  const mark = staleMark(position, clock);
  return { label: "break-even, net PnL", kind: "text", value, note, mark };
}

function textOf(breakEven: BreakEven): { readonly value: string | null; readonly note: string } {
  switch (breakEven.kind) {
    case "unknown":
      return { value: null, note: "net PnL or the current funding is unknown" };
    case "past":
      return { value: "past it", note: breakEven.rate ? atRate(breakEven.rate) : "not below zero" };
    case "back":
      return { value: `back at zero in ${spanOf(breakEven)}`, note: atRate(breakEven.rate) };
    case "in":
      return { value: `in ${spanOf(breakEven)}`, note: atRate(breakEven.rate) };
    case "never":
      return {
        value: `never at the funding of ${windowOf(breakEven.rate)}`,
        note: aDay(breakEven.rate),
      };
  }
}

/** Returns when the net PnL is at zero at run(7d), run(30d) and the pace of the worst week. */
export function pacesOf(net: Figure, { runs, worstWeek: { value, bound } }: Pace) {
  const worst = { value: value && ratioOf(value, DAYS_A_WEEK), bound };
  return {
    at_7d: breakEvenAt(net, runs["7d"].perDay),
    at_30d: breakEvenAt(net, runs["30d"].perDay),
    at_worst_week: breakEvenAt(net, worst),
  };
}

/** `30d pace 5.2, worst week never` */
function rangeText(net: Figure, pace: Pace): string {
  const { at_30d, at_worst_week } = pacesOf(net, pace);
  return `30d pace ${daysText(at_30d)}, worst week ${daysText(at_worst_week)}`;
}

const DAYS_A_WEEK = new Big(7);

/** `5.2`, `at least 5.2 days`, `never` or `–`. */
function daysText(at: PacedBreakEven | undefined): string {
  if (at === undefined) return "–";
  if (at.days === null) return "never";
  const days = at.days.gt(365) ? "> 1 year" : at.days.toFixed(1);
  if (at.bound === undefined) return days;
  return `${at.bound.replace("_", " ")} ${days}${at.days.gt(365) ? "" : " days"}`;
}

function spanOf({ days, rate }: Extract<BreakEven, { readonly days: unknown }>): string {
  if (days.gt(365)) return "> 1 year";
  return `${rate.window === "7d" ? "" : "~"}${days.toFixed(1)} days`;
}

function windowOf({ window }: Rate): string {
  return window === "7d" ? "the last 7 days" : "the last 24 hours";
}

function atRate(rate: Rate): string {
  return `at the funding of ${windowOf(rate)}, ${aDay(rate)}, prices as now`;
}

function aDay({ perDay }: Rate): string {
  return `${inSentence("usd", perDay.toFixed(), true)} a day`;
}
