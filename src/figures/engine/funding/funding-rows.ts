import { Big } from "big.js";
import type { Figure } from "../../../base/decimal.js";
import { DAY_MS } from "../../../base/time/periods.js";
import type { FundedLeg } from "../position/leg-size.js";
import type { LegEvent, LegFunding, PositionFunding } from "./position-funding.js";

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
  const times = legs.flatMap(({ events, missing }) => [
    ...events.map(({ time }) => time),
    ...missing,
  ]);
  const days = [...new Set(times.map(settledDay))].sort((a, b) => a - b);
  const longs = legs.filter(({ leg }) => leg.side === "long");
  const shorts = legs.filter(({ leg }) => leg.side === "short");
  const byDay = new Map(
    days.map((day) => [day, { events: [] as LegEvent<FundedLeg>[], missing: 0 }]),
  );
  for (const { events, missing } of legs) {
    for (const event of events) byDay.get(settledDay(event.time))?.events.push(event);
    for (const time of missing) {
      const own = byDay.get(settledDay(time));
      if (own !== undefined) own.missing++;
    }
  }
  let sum = new Big(0);
  return [...byDay].map(([day, { events, missing }]) => {
    const of = (side: "long" | "short") => events.filter(({ leg }) => leg.side === side);
    const usd = sumFor(legs, events);
    sum = sum.plus(usd ?? 0);
    return {
      day,
      long: sumFor(longs, of("long")),
      short: sumFor(shorts, of("short")),
      usd,
      cumulative: usd === null ? null : sum,
      counted: events.filter((event) => event.usd !== null).length,
      of: events.length + missing,
    };
  });
}

/** Returns the start of the UTC day that an event settles; 00:00 belongs to the day before. */
function settledDay(time: number): number {
  return Math.ceil(time / DAY_MS) * DAY_MS - DAY_MS;
}

function areKnown(legs: readonly LegFunding<FundedLeg>[]): boolean {
  return legs.every(({ unknown }) => unknown === undefined);
}

/** Returns the sum of the known events of some legs; null without one, or with an unknown leg. */
function sumFor(
  legs: readonly LegFunding<FundedLeg>[],
  events: readonly LegEvent<FundedLeg>[],
): Figure {
  const known = events.flatMap(({ usd }) => (usd === null ? [] : [usd]));
  if (known.length === 0 || !areKnown(legs)) return null;
  return known.reduce((sum, it) => sum.plus(it), new Big(0));
}
