import { decimal, percentOf } from "../base/decimal.js";
import { instantOf } from "../client/listing/record-time.js";
import type { LegSummary, Position } from "../client/resources/position.js";
import { shortAtLongMark } from "./hedge.js";
import { hasNegativeQuantity, heldLegs } from "./held.js";
import { type Freshness, oldestMark, restsOnStaleMark, restsOnStalePerformance } from "./mark.js";
import type { Measure } from "./measure.js";
import { stateOf } from "./outlook-state.js";
import type { OutlookState } from "./outlook-states.js";
import { RUN_HOURS, type Run, type RunWindow, runOf } from "./run.js";
import type { RunInputs } from "./run-legs.js";
import { readable } from "./size.js";
import { older } from "./sum.js";
import { type WorstWeek, worstWeekOf } from "./worst-week.js";

/** What a position is paid a day, how that has changed, and what leaving costs. */
export interface Outlook {
  readonly position: Position;
  readonly runs: Readonly<Record<RunWindow, Run>>;
  readonly worstWeek: WorstWeek;
  /** Estimated exit fees, USD. */
  readonly leaving: Measure;
  /** Move of the basis, in points, that takes a week's funding. */
  readonly eatenByBasis: Measure;
  /** Undefined if unknown. */
  readonly state: OutlookState | undefined;
  /** Why the state is unknown. */
  readonly unknown?: OutlookUnknown | undefined;
}

/** Why the state of a position is unknown. */
export type OutlookUnknown =
  /** The position is closed, or no leg holds anything. */
  | { readonly code: "closed" | "legs_missing" }
  | { readonly code: "quantity_negative" | "market_unknown"; readonly legs: readonly LegSummary[] }
  /** Legs without an available history, or else the runs that lack events. */
  | { readonly code: "funding_unknown"; readonly legs: readonly LegSummary[] }
  /** The state depends on the run of 30 days, which is unknown. */
  | { readonly code: "month_unknown" };

/** Windows of the runs, shortest first. */
export const OUTLOOK_WINDOWS = Object.keys(RUN_HOURS) as readonly RunWindow[];

const DAYS_A_WEEK = 7;

/** Computes the outlook of a position. docs/analytics.md, "Outlook". */
export function outlookOf(position: Position, inputs: RunInputs & Freshness): Outlook {
  const runs = {
    "24h": runOf(position, inputs, "24h"),
    "3d": runOf(position, inputs, "3d"),
    "7d": runOf(position, inputs, "7d"),
    "30d": runOf(position, inputs, "30d"),
  };
  const state = stateOf(runs);
  return {
    position,
    runs,
    worstWeek: worstWeekOf(position, inputs),
    leaving: leavingOf(position, inputs),
    eatenByBasis: eatenByBasis(position, runs["7d"], inputs),
    state: typeof state === "object" ? undefined : state,
    unknown: typeof state === "object" ? whyUnknown(position, inputs, state.missing) : undefined,
  };
}

function leavingOf(position: Position, clock: Freshness): Measure {
  const { performance } = position;
  if (performance === undefined) return { value: null, unit: "usd" };
  return {
    value: decimal(performance.fees.estimated_exit),
    unit: "usd",
    asOf: instantOf(performance.calculated_at),
    stale: restsOnStalePerformance(position, clock),
  };
}

/** Returns run(7d) × 7 ÷ (short quantity × mark of the longs) × 100; null unless run(7d) > 0. */
function eatenByBasis(position: Position, { perDay }: Run, clock: Freshness): Measure {
  const earns = perDay.value !== null && readable(perDay.value).gt(0);
  const week = earns && perDay.value !== null ? perDay.value.times(DAYS_A_WEEK) : null;
  return {
    value: percentOf(week, shortAtLongMark(position)),
    unit: "points",
    asOf: older(perDay.asOf, oldestMark(position)) ?? undefined,
    stale: restsOnStaleMark(position, clock),
  };
}

function whyUnknown(
  position: Position,
  { historyOf }: RunInputs,
  missing: "run" | "month",
): OutlookUnknown {
  const held = heldLegs(position);
  if (position.status === "closed") return { code: "closed" };
  if (held.length === 0) return { code: "legs_missing" };
  if (hasNegativeQuantity(position)) {
    return { code: "quantity_negative", legs: position.legs.filter((it) => it.quantity < 0) };
  }
  const nameless = held.filter(({ market_id }) => market_id === null);
  if (nameless.length > 0) return { code: "market_unknown", legs: nameless };
  if (missing === "month") return { code: "month_unknown" };
  const empty = held.filter(
    ({ market_id }) => market_id === null || (historyOf(market_id)?.length ?? 0) === 0,
  );
  return { code: "funding_unknown", legs: empty };
}

/** Sorts outlooks: those that have turned first, unknown ones before those that pay. */
export function turnedFirst(outlooks: readonly Outlook[]): Outlook[] {
  return outlooks.toSorted((a, b) => rankOf(a) - rankOf(b) || comparePaid(a, b));
}

const WORST_FIRST: readonly (OutlookState | undefined)[] = [
  ...(["turned", "costing", "slipping", "fading"] as const),
  undefined,
  ...(["recovering", "improving", "steady"] as const),
];

function rankOf({ state }: Outlook): number {
  return WORST_FIRST.indexOf(state);
}

/** Compares the runs of 7 days, lowest first; an unknown one comes before all others. */
function comparePaid(a: Outlook, b: Outlook): number {
  const [left, right] = [a.runs["7d"].perDay.value, b.runs["7d"].perDay.value];
  if (left === null || right === null) return Number(right === null) - Number(left === null);
  return left.cmp(right);
}
