import { decimal, type Figure } from "../../../base/decimal.js";
import { DAY_MS, minuteOf } from "../../../base/time/periods.js";
import { instantOf } from "../../../client/listing/record-time.js";
import type { Leg, Position } from "../../../client/resources/position.js";
import type { PacedEvent } from "../market/run-clock.js";
import { marketOf } from "../market/run-market.js";
import { type SettlementClock, settlementClock } from "../market/settlement-clock.js";
import type { Measure } from "../measure.js";
import { heldLegs, type Uncountable, whyUncountable } from "../position/held-legs.js";
import { signOf } from "../position/leg.js";
import { type Freshness, markFreshness, markOf } from "../position/mark.js";
import type { RunInputs } from "./run-legs.js";

/** The settlements to come of a held leg. */
export interface UpcomingLeg {
  readonly leg: Leg;
  /** Undefined if unknown. */
  readonly clock: SettlementClock | undefined;
  /** Funding of the next settlement at the last rate, USD; positive is received. */
  readonly pays: Measure;
  /** What the settlements of the next 24 hours pay at the last rate, USD. */
  readonly pays24h: Measure;
  /** True if the mark price is that of the last event, since the leg has none above zero. */
  readonly atEventMark: boolean;
  /** Why `pays` is unknown. */
  readonly unknown: UpcomingUnknown | undefined;
}

export type UpcomingUnknown =
  | Uncountable
  | "market_unknown"
  /** The history is unavailable, or has fewer than two events. */
  | "funding_unknown"
  /** The last event has no rate, or conflicting ones. */
  | "rate_unknown"
  /** Nothing was settled in the last 3 days. */
  | "rate_old"
  /** Neither the leg nor the last event has a mark price above zero. */
  | "mark_missing";

const RECENT_MS = 3 * DAY_MS;

const NOTHING: Measure = { value: null, unit: "usd" };

/** Returns the settlements to come of the held legs of a position. */
export function upcomingOf(position: Position, inputs: RunInputs & Freshness): UpcomingLeg[] {
  return heldLegs(position).map((leg) => upcomingOfLeg(position, leg, inputs));
}

function upcomingOfLeg(position: Position, leg: Leg, inputs: RunInputs & Freshness): UpcomingLeg {
  const { historyOf, now } = inputs;
  const { market_id } = leg;
  const events = (market_id === null ? [] : (marketOf(historyOf(market_id))?.events ?? [])).filter(
    ({ time }) => time <= minuteOf(now),
  );
  const clock = settlementClock(events, now);
  const last = events.at(-1);
  const held = heldAt(leg, last);
  const unknown = whyUncountable(position) ?? whyUnknown(leg, last, held, now);
  const atEventMark = markOf(leg) === null;
  const amounts = () => {
    if (unknown !== undefined || held === null || clock === undefined || last === undefined) {
      return { pays: NOTHING, pays24h: NOTHING };
    }
    const value = held.times(last.rate ?? 0);
    const asOf = asOfOf(leg, last) ?? undefined;
    const holder = { status: position.status, legs: atEventMark ? [] : [leg] };
    const { stale, ageUnknown } = markFreshness(holder, inputs);
    const basis = { unit: "usd", asOf, stale, ageUnknown } as const;
    const counted = clock.within24h;
    const about = clock.about ? true : undefined;
    return {
      pays: { value, ...basis },
      pays24h: { value: value.times(counted), counted, about, ...basis },
    };
  };
  return { leg, clock, unknown, atEventMark, ...amounts() };
}

/** Returns -sign × quantity × mark price, USD: funding is a rate of it. */
function heldAt(leg: Leg, last: PacedEvent | undefined): Figure {
  const mark = decimal(markOf(leg) ?? last?.mark ?? null);
  const quantity = decimal(leg.quantity);
  return quantity && (mark?.times(quantity).times(-signOf(leg)) ?? null);
}

function whyUnknown(
  { market_id }: Leg,
  last: PacedEvent | undefined,
  held: Figure,
  now: number,
): UpcomingUnknown | undefined {
  if (market_id === null) return "market_unknown";
  if (last === undefined) return "funding_unknown";
  if (last.rate === null) return "rate_unknown";
  if (last.time <= now - RECENT_MS) return "rate_old";
  return held === null ? "mark_missing" : undefined;
}

/** Returns the time of the older one of the last event and the mark price. */
function asOfOf(leg: Leg, last: PacedEvent) {
  const { mark_price_updated_at: time } = leg;
  if (markOf(leg) === null) return last.time;
  return older(last.time, time === null ? null : instantOf(time));
}

/** Returns the older of two times; null if one is unknown, since it may be older than any. */
function older(a: number | null | undefined, b: number | null | undefined) {
  if (a === undefined || b === undefined) return a === undefined ? b : a;
  return a === null || b === null ? null : Math.min(a, b);
}
