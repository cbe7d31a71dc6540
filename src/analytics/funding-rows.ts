import { Big } from "big.js";
import type { Figure } from "../base/decimal.js";
import { DAY_MS } from "../base/periods.js";
import type { LegEvent, PositionFunding } from "./position-funding.js";

/** How the funding of a position is listed. */
export const FUNDING_LISTS = ["leg", "day", "event"] as const;
export type FundingList = (typeof FUNDING_LISTS)[number];

/** Funding of one UTC day, over the legs whose funding is known. */
export interface FundingDay {
  /** Start of the day, milliseconds since the epoch; its last event is at 00:00 of the next one. */
  readonly day: number;
  readonly long: Figure;
  readonly short: Figure;
  /** USD; null without a known event. */
  readonly usd: Figure;
  /** Sum of the days up to this one, USD. */
  readonly cumulative: Figure;
  readonly counted: number;
  readonly of: number;
}

/** An event with the sum of all events up to it. */
export interface CumulatedEvent extends LegEvent {
  readonly cumulative: Figure;
}

/** Returns the events of all legs, oldest first, with their cumulative sum in USD. */
export function fundingEvents({ legs }: PositionFunding): CumulatedEvent[] {
  const events = legs.flatMap((leg) => leg.events).sort((a, b) => a.time - b.time);
  let sum = new Big(0);
  return events.map((event) => {
    sum = sum.plus(event.usd ?? 0);
    return { ...event, cumulative: event.usd === null ? null : sum };
  });
}

/** Returns the funding by UTC day, oldest first, without days that have no event. */
export function fundingDays({ legs }: PositionFunding): FundingDay[] {
  const days = new Map<number, LegEvent[]>();
  for (const event of legs.flatMap((leg) => leg.events)) {
    const day = Math.ceil(event.time / DAY_MS) * DAY_MS - DAY_MS;
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  let sum = new Big(0);
  return [...days]
    .sort(([a], [b]) => a - b)
    .map(([day, events]) => {
      const usd = knownSum(events);
      sum = sum.plus(usd ?? 0);
      return {
        day,
        long: knownSum(events.filter(({ leg }) => leg.side === "long")),
        short: knownSum(events.filter(({ leg }) => leg.side === "short")),
        usd,
        cumulative: usd === null ? null : sum,
        counted: events.filter((event) => event.usd !== null).length,
        of: events.length,
      };
    });
}

function knownSum(events: readonly LegEvent[]): Figure {
  const known = events.flatMap(({ usd }) => (usd === null ? [] : [usd]));
  return known.length === 0 ? null : known.reduce((sum, it) => sum.plus(it), new Big(0));
}
