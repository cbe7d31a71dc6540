import { Big } from "big.js";
import type { Figure } from "../../../base/decimal.js";
import { HOUR_MS } from "../../../base/time/periods.js";
import type { MarketEvent } from "../../../book/settled-event.js";
import { instantOf } from "../../../client/listing/record-time.js";
import type { LegDetail, Position, PositionDetail } from "../../../client/resources/position.js";
import { coveredTime } from "../market/covered-time.js";
import { missingTimes, type TimedEvent, timeEvents } from "../market/rhythm.js";
import type { Measure } from "../measure.js";
import { signOf } from "../position/leg.js";
import { type FundedLeg, legSize, type SizeSource, type UnknownLeg } from "../position/leg-size.js";
import type { LegSizes } from "../position/recorded-sizes.js";

/** A position whose funding is computed. */
export interface FundedPosition<L extends FundedLeg = LegDetail> extends Pick<Position, "status"> {
  readonly legs: readonly L[];
}

/** A settled event of a leg's market while the position was open. */
export interface LegEvent<L extends FundedLeg = LegDetail> {
  readonly leg: L;
  /** Milliseconds since the epoch, rounded to the minute. */
  readonly time: number;
  readonly rate: string | null;
  readonly mark: string | null;
  /** Null where it changed between two snapshots. */
  readonly quantity: Figure;
  /** -sign × quantity × mark × rate, USD; null if one of them is unknown. */
  readonly usd: Figure;
}

/** The settled funding of a leg. */
export interface LegFunding<L extends FundedLeg = LegDetail> {
  readonly leg: L;
  /** Oldest first. */
  readonly events: readonly LegEvent<L>[];
  /** Times of missing events in the range, milliseconds since the epoch. */
  readonly missing: readonly number[];
  readonly sum: Measure;
  readonly unknown?: UnknownLeg;
  readonly size: SizeSource;
}

/** The settled funding of a position. */
export interface PositionFunding<L extends FundedLeg = LegDetail> {
  /** In the order of the position. */
  readonly legs: readonly LegFunding<L>[];
  /** Sum of the legs; null if one of them is unknown. */
  readonly sum: Measure;
}

/** Data and range of the funding of a position. */
export interface PositionFundingInputs {
  /** Returns the settled events of a market; undefined if unavailable. */
  readonly eventsOf: (marketId: number) => readonly MarketEvent[] | undefined;
  /** Range in milliseconds since the epoch, (start, end]; within the life of the position. */
  readonly start: number;
  readonly end: number;
  /** The quantities that snapshots have of the position's legs; without them the current one counts. */
  readonly sizes?: readonly LegSizes[] | undefined;
}

/** Returns the time that a position was open, (start, end], milliseconds since the epoch; NaN if unknown. */
export function lifeOf(
  {
    status,
    opened_at: opened,
    closed_at: closed,
  }: Pick<PositionDetail, "status" | "opened_at" | "closed_at">,
  now: number,
): { readonly start: number; readonly end: number } {
  const unclosed = status === "closed" ? Number.NaN : now;
  return { start: instantOf(opened), end: closed === null ? unclosed : instantOf(closed) };
}

/**
 * Computes the settled funding of a position, leg by leg: Σ -sign × quantity × mark price at the event
 * × rate, over the events of the leg's market in the range, at the quantity that snapshots have at the
 * event, else at the current one.
 */
export function positionFunding<L extends FundedLeg>(
  position: FundedPosition<L>,
  inputs: PositionFundingInputs,
): PositionFunding<L> {
  const legs = position.legs.map((leg) => legFunding(position, leg, inputs));
  return { legs, sum: sumOfLegs(legs) };
}

function legFunding<L extends FundedLeg>(
  { status }: FundedPosition<L>,
  leg: L,
  inputs: PositionFundingInputs,
): LegFunding<L> {
  const { start, end } = inputs;
  if (!(start <= end)) return unknownLeg(leg, "time_unknown");
  const size = legSize(status, leg, inputs.sizes);
  if (typeof size === "string") return unknownLeg(leg, size);
  const market = marketEvents(leg, inputs);
  if (market === undefined) {
    return unknownLeg(leg, leg.market_id === null ? "market_unknown" : "funding_unknown");
  }
  const within = market.filter(({ time }) => time > start && time <= end);
  const events = within.map((event) => legEvent(leg, size.at(event.time), event));
  // An event at the start settles the time before it; one at the end is inside.
  const missing = missingTimes(market, { start: start + 1, end: end + 1 }).filter(
    (time) => time > start && time <= end,
  );
  return {
    ...{ leg, events, missing },
    sum: measureOf(events, within, missing, { start, end }),
    size: { ...size.source, unsized: events.filter(({ quantity }) => quantity === null).length },
  };
}

function marketEvents(
  { market_id: id }: FundedLeg,
  { eventsOf }: PositionFundingInputs,
): readonly TimedEvent[] | undefined {
  const settled = id === null ? undefined : eventsOf(id);
  if (settled === undefined) return undefined;
  const events = timeEvents(settled);
  // Without a spacing nothing shows what is missing, so the sum would only seem whole.
  return events.some(({ spacing }) => spacing !== undefined) ? events : undefined;
}

function legEvent<L extends FundedLeg>(
  leg: L,
  quantity: Figure,
  { time, rate, mark = null }: TimedEvent,
): LegEvent<L> {
  const isKnown = rate !== null && mark !== null && quantity !== null;
  const usd = isKnown ? quantity.times(mark).times(rate).times(-signOf(leg)) : null;
  return { leg, time, rate, mark, quantity, usd };
}

function measureOf(
  events: readonly LegEvent<FundedLeg>[],
  within: readonly TimedEvent[],
  missing: readonly number[],
  { start, end }: { readonly start: number; readonly end: number },
): Measure {
  const known = events.flatMap(({ usd }) => (usd === null ? [] : [usd]));
  const of = within.length + missing.length;
  const rated = within.filter((_, index) => events[index]?.usd !== null);
  return {
    value:
      known.length === 0 && of > 0 ? null : known.reduce((sum, it) => sum.plus(it), new Big(0)),
    unit: "usd",
    asOf: within.at(-1)?.time,
    counted: known.length,
    of,
    coveredHours: coveredTime(rated, { from: start, to: end }).covered / HOUR_MS,
    wantedHours: (end - start) / HOUR_MS,
  };
}

function unknownLeg<L extends FundedLeg>(leg: L, unknown: UnknownLeg): LegFunding<L> {
  const sum = { value: null, unit: "usd", counted: 0 } as const;
  return { leg, events: [], missing: [], sum, unknown, size: { unsized: 0 } };
}

function sumOfLegs(legs: readonly LegFunding<FundedLeg>[]): Measure {
  const values = legs.map(({ sum }) => sum.value);
  const total = (of: (sum: Measure) => number | undefined) =>
    legs.reduce((sum, it) => sum + (of(it.sum) ?? 0), 0);
  const isKnown = values.length > 0 && !values.includes(null);
  const times = legs.flatMap(({ sum }) => sum.asOf ?? []);
  return {
    value: isKnown ? values.reduce<Big>((sum, it) => sum.plus(it ?? 0), new Big(0)) : null,
    unit: "usd",
    asOf: times.length === 0 ? undefined : Math.min(...times),
    counted: total(({ counted }) => counted),
    of: total(({ of }) => of),
  };
}
