import { decimal, type Figure, percentOf } from "../../base/decimal.js";
import { ratioOf } from "../../base/whole.js";
import { knownInstant } from "../../client/listing/record-time.js";
import type { Leg, Position } from "../../client/resources/position.js";
import type { FigureUnknown } from "../figure-unknown.js";
import { type HistoryLack, historyLackOf } from "../market/leg-history.js";
import type { PairBasis } from "../market/pair-basis.js";
import { type WorstWeek, worstWeekOf } from "../market/worst-week.js";
import type { Measure } from "../measure.js";
import { shortAtLongMark } from "../position/hedge.js";
import { emptySides, heldLegs, whyUncountable } from "../position/held-legs.js";
import { readable } from "../position/larger-side.js";
import {
  type Freshness,
  markFreshness,
  markOf,
  oldestMark,
  restsOnStalePerformance,
} from "../position/mark.js";
import { basisOfPosition } from "../position/position-basis.js";
import { freshnessOf, older } from "../sum.js";
import { stateOf } from "./outlook-state.js";
import { type PaidDays, paidDaysOf } from "./paid-days.js";
import { RUN_HOURS, type Run, type RunWindow, runsOverWindows } from "./run.js";
import type { RunInputs } from "./run-legs.js";
import type { OutlookState } from "./state-names.js";

/** Funding of a position a day, how that has changed, and what closing it costs. */
export interface Outlook {
  readonly position: Position;
  readonly runs: Readonly<Record<RunWindow, Run>>;
  readonly worstWeek: WorstWeek;
  readonly days: PaidDays;
  /** Estimated exit fees, USD. */
  readonly leaving: Measure;
  /** Move of the basis, in points, that takes a week's funding. */
  readonly eatenByBasis: Measure;
  readonly basis: PairBasis;
  /** Undefined if unknown. */
  readonly state: OutlookState | undefined;
  /** Why the state is unknown. */
  readonly unknown?: OutlookUnknown | undefined;
}

/** Why the state of a position is unknown. */
export type OutlookUnknown =
  /** The position is closed, no leg holds anything, or what is held cannot be read. */
  | { readonly code: "closed" | "legs_missing" | "unreadable" }
  | { readonly code: "quantity_negative" | "market_unknown"; readonly legs: readonly Leg[] }
  /** Legs without a history to compute from; none if only events are missing. */
  | { readonly code: "funding_unknown"; readonly legs: readonly LackingLeg[] }
  /** The state depends on the run of 30 days, which is unknown. */
  | { readonly code: "month_unknown" };

/** A held leg, and what is wrong with the history of its market. */
export interface LackingLeg {
  readonly leg: Leg;
  readonly lack: HistoryLack;
}

/** Windows of the runs, shortest first. */
export const OUTLOOK_WINDOWS = Object.keys(RUN_HOURS) as readonly RunWindow[];

const DAYS_A_WEEK = 7;

/** Computes the outlook of a position. src/features/outlook/explain.md, "Outlook". */
export function outlookOf(position: Position, inputs: RunInputs & Freshness): Outlook {
  const runs = runsOverWindows(position, inputs);
  const state = stateOf(runs);
  return {
    position,
    runs,
    worstWeek: worstWeekOf(position, inputs),
    days: paidDaysOf(position, inputs),
    leaving: leavingOf(position, inputs),
    eatenByBasis: eatenByBasis(position, runs["7d"], inputs),
    basis: basisOfPosition(position, inputs),
    state: typeof state === "object" ? undefined : state,
    unknown: typeof state === "object" ? whyUnknown(position, inputs, state.missing) : undefined,
  };
}

function leavingOf(position: Position, clock: Freshness): Measure {
  const { performance } = position;
  if (performance === undefined) {
    return { value: null, unit: "usd", unknown: "performance_missing" };
  }
  const at = knownInstant(performance.calculated_at);
  return {
    value: decimal(performance.fees.estimated_exit),
    unit: "usd",
    asOf: at ?? undefined,
    ...freshnessOf(restsOnStalePerformance(position, clock), at === null),
  };
}

/** Returns run(7d) × 7 ÷ (short quantity × mark of the longs) × 100; null unless run(7d) > 0. */
function eatenByBasis(position: Position, { perDay }: Run, clock: Freshness): Measure {
  const unknown = whyNotEaten(position, perDay);
  const week = unknown === undefined ? (perDay.value?.times(DAYS_A_WEEK) ?? null) : null;
  const { status, legs } = position;
  const longs = { status, legs: legs.filter(({ side }) => side === "long") };
  return {
    value: percentOf(week, shortAtLongMark(position)),
    unit: "points",
    asOf: older(perDay.asOf, oldestMark(longs)) ?? undefined,
    unknown,
    ...markFreshness(longs, clock),
  };
}

/** Returns the move that takes a week's funding in daily standard deviations; null if one is unknown. */
export function eatenInSd({ eatenByBasis, basis }: Outlook): Figure {
  const [eaten, sd] = [eatenByBasis.value, basis.dailySd.value];
  return eaten === null || sd === null || sd.eq(0) ? null : ratioOf(eaten, sd);
}

function whyNotEaten(position: Position, { value, unknown }: Measure): FigureUnknown | undefined {
  if (value === null) return unknown;
  if (readable(value).lte(0)) return "not_paid";
  if (emptySides(position).length > 0) return "side_missing";
  return unmarkedLongs(position).length > 0 ? "mark_missing" : undefined;
}

/** Returns the held long legs without a mark price above zero. */
function unmarkedLongs(position: Position): Leg[] {
  return heldLegs(position).filter((leg) => leg.side === "long" && markOf(leg) === null);
}

function whyUnknown(
  position: Position,
  { historyOf }: RunInputs,
  missing: "run" | "month",
): OutlookUnknown {
  const held = heldLegs(position);
  if (position.status === "closed") return { code: "closed" };
  if (held.length === 0) return { code: "legs_missing" };
  const why = whyUncountable(position);
  if (why === "quantity_negative") {
    return { code: why, legs: position.legs.filter((it) => it.quantity < 0) };
  }
  if (why !== undefined) return { code: why };
  const nameless = held.filter(({ market_id }) => market_id === null);
  if (nameless.length > 0) return { code: "market_unknown", legs: nameless };
  if (missing === "month") return { code: "month_unknown" };
  const legs = held.flatMap((leg) => {
    const lack = historyLackOf(leg, historyOf);
    return lack === undefined ? [] : [{ leg, lack }];
  });
  return { code: "funding_unknown", legs };
}

/** Sorts outlooks by their funding a day over 7 days, what costs most first, unknown ones last. */
export function costliestFirst(outlooks: readonly Outlook[]): Outlook[] {
  const paid = ({ runs }: Outlook) => runs["7d"].perDay.value;
  const rank = (outlook: Outlook) => Number(paid(outlook) === null);
  return outlooks.toSorted((a, b) => rank(a) - rank(b) || (paid(a)?.cmp(paid(b) ?? 0) ?? 0));
}
