import { Big } from "big.js";
import { type Figure, sumOf } from "../../../base/decimal.js";
import { DAY_MS } from "../../../base/time/periods.js";
import { instantOf } from "../../../client/listing/record-time.js";
import type { LegDetail, Position, PositionDetail } from "../../../client/resources/position.js";
import type { MarketEvent } from "../../credible/settled-event.js";
import { coveredBy, known, lacking, type Q } from "../../measure.js";
import { coveredTime, missingTimes, type TimedEvent, timeEvents } from "../market/rhythm.js";
import { signOf } from "../position/legs.js";
import {
  type FundedLeg,
  type LegSizes,
  legSize,
  type SizeSource,
  type UnknownLeg,
} from "./leg-size.js";

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
  readonly sum: Q;
  readonly unknown?: UnknownLeg;
  readonly size: SizeSource;
}

/** The settled funding of a position. */
export interface PositionFunding<L extends FundedLeg = LegDetail> {
  /** In the order of the position. */
  readonly legs: readonly LegFunding<L>[];
  /** Sum of the legs; null if one of them is unknown. */
  readonly sum: Q;
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
    leg,
    events,
    missing,
    sum: sumOfEvents(events, within, missing, { start, end }),
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

function sumOfEvents(
  events: readonly LegEvent<FundedLeg>[],
  within: readonly TimedEvent[],
  missing: readonly number[],
  { start, end }: { readonly start: number; readonly end: number },
): Q {
  const amounts = events.flatMap(({ usd }) => usd ?? []);
  const of = within.length + missing.length;
  const paid = within.filter((_, index) => events[index]?.usd !== null);
  const { covered } = coveredTime(paid, { from: start, to: end });
  return known(amounts.length === 0 && of > 0 ? null : sumOf(amounts), {
    asOf: within.at(-1)?.time,
    counted: amounts.length,
    of,
    ...coveredBy(covered, end - start),
  });
}

function unknownLeg<L extends FundedLeg>(leg: L, unknown: UnknownLeg): LegFunding<L> {
  const sum = lacking(undefined, { doubts: [], counted: 0 });
  return { leg, events: [], missing: [], sum, unknown, size: { unsized: 0 } };
}

function sumOfLegs(legs: readonly LegFunding<FundedLeg>[]): Q {
  const times = legs.flatMap(({ sum }) => sum.evidence.asOf ?? []);
  const total = (of: "counted" | "of") =>
    legs.reduce((all, { sum }) => all + (sum.evidence[of] ?? 0), 0);
  return known(legs.length === 0 ? null : sumOf(legs.map(({ sum }) => sum.value)), {
    asOf: times.length === 0 ? undefined : Math.min(...times),
    doubts: [],
    counted: total("counted"),
    of: total("of"),
  });
}

/** Funding of one UTC day. A sum is null without a known event, or with an unknown leg. */
export interface FundingDay {
  /** Start of the day, milliseconds since the epoch; its last event is at 00:00 of the next one. */
  readonly day: number;
  readonly long: Figure;
  readonly short: Figure;
  /** USD. */
  readonly usd: Figure;
  /** Sum of the days up to this one, USD. */
  readonly cumulative: Figure;
  /** Number of events with a rate and a mark price, and of all, missing ones included. */
  readonly counted: number;
  readonly of: number;
}

/** Returns the funding by UTC day, oldest first, without days in which nothing was due. */
export function fundingDays({ legs }: Pick<PositionFunding<FundedLeg>, "legs">): FundingDay[] {
  const areKnown = (some: typeof legs) => some.every(({ unknown }) => unknown === undefined);
  const onSide = (side: string) => legs.filter(({ leg }) => leg.side === side);
  const byDay = new Map<number, { events: LegEvent<FundedLeg>[]; missing: number }>();
  const at = (time: number) => {
    const day = settledDay(time);
    const own = byDay.get(day) ?? { events: [], missing: 0 };
    byDay.set(day, own);
    return own;
  };
  for (const { events, missing } of legs) {
    for (const event of events) at(event.time).events.push(event);
    for (const time of missing) at(time).missing++;
  }
  let cumulative = new Big(0);
  return [...byDay]
    .sort(([a], [b]) => a - b)
    .map(([day, { events, missing }]) => {
      const sumFor = (some: typeof legs): Figure => {
        const own = events.filter(({ leg }) => some.some((it) => it.leg === leg));
        const amounts = own.flatMap(({ usd }) => usd ?? []);
        return amounts.length === 0 || !areKnown(some) ? null : sumOf(amounts);
      };
      const usd = sumFor(legs);
      cumulative = cumulative.plus(usd ?? 0);
      return {
        day,
        long: sumFor(onSide("long")),
        short: sumFor(onSide("short")),
        usd,
        cumulative: usd === null ? null : cumulative,
        counted: events.filter((event) => event.usd !== null).length,
        of: events.length + missing,
      };
    });
}

/** Returns the start of the UTC day that an event settles; 00:00 belongs to the day before. */
function settledDay(time: number): number {
  return Math.ceil(time / DAY_MS) * DAY_MS - DAY_MS;
}
