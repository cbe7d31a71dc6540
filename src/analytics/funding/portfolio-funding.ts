import { Big } from "big.js";
import type { Figure } from "../../base/decimal.js";
import { instantOf } from "../../client/listing/record-time.js";
import type { Position } from "../../client/resources/position.js";
import type { Measure } from "../measure.js";
import { heldLegs } from "../position/held-legs.js";
import { type FundingDay, fundingDays } from "./funding-rows.js";
import { type PositionFundingInputs, positionFunding } from "./position-funding.js";

/** The settled funding of several positions by UTC day. */
export interface PortfolioFunding {
  /** Oldest first; days in which nothing was due are left out. */
  readonly days: readonly FundingDay[];
  /** USD; `counted` of `of` are positions. */
  readonly sum: Measure;
  /** Number of events with a rate and a mark price, and of all, missing ones included. */
  readonly events: { readonly counted: number; readonly of: number };
}

/**
 * Sums the settled funding of the held legs of positions since their opening, at the current quantity.
 * A position is left out if the funding of one of its legs is unknown.
 */
export function portfolioFunding(
  positions: readonly Position[],
  inputs: Pick<PositionFundingInputs, "eventsOf" | "start" | "end">,
): PortfolioFunding {
  const byDay = new Map<number, FundingDay>();
  let known = 0;
  for (const position of positions) {
    const days = daysOf(position, inputs);
    if (days === undefined) continue;
    known++;
    for (const day of days) byDay.set(day.day, joined(byDay.get(day.day), day));
  }
  const days = cumulated([...byDay.values()].sort((a, b) => a.day - b.day));
  const last = days.findLast(({ cumulative }) => cumulative !== null);
  return {
    days,
    sum: {
      value: last?.cumulative ?? null,
      unit: "usd",
      counted: known,
      of: positions.length,
    },
    events: {
      counted: days.reduce((sum, { counted }) => sum + counted, 0),
      of: days.reduce((sum, { of }) => sum + of, 0),
    },
  };
}

/** Returns the funding of a position by day; undefined if it is unknown for one of its held legs. */
function daysOf(
  position: Position,
  { eventsOf, start, end }: Parameters<typeof portfolioFunding>[1],
): readonly FundingDay[] | undefined {
  const legs = heldLegs(position);
  const held = { status: position.status, legs };
  const from = Math.max(start, instantOf(position.opened_at));
  const funding = positionFunding(held, { eventsOf, start: from, end });
  const isKnown = legs.length > 0 && funding.legs.every(({ unknown }) => unknown === undefined);
  return isKnown ? fundingDays(funding) : undefined;
}

/** Adds up a day of two fundings; one without a known event that day adds nothing. */
function joined(one: FundingDay | undefined, other: FundingDay): FundingDay {
  if (one === undefined) return other;
  return {
    day: one.day,
    long: plus(one.long, other.long),
    short: plus(one.short, other.short),
    usd: plus(one.usd, other.usd),
    cumulative: null,
    counted: one.counted + other.counted,
    of: one.of + other.of,
  };
}

function plus(a: Figure, b: Figure): Figure {
  return a === null || b === null ? (a ?? b) : a.plus(b);
}

function cumulated(days: readonly FundingDay[]): FundingDay[] {
  let sum = new Big(0);
  return days.map((day) => {
    sum = sum.plus(day.usd ?? 0);
    return { ...day, cumulative: day.usd === null ? null : sum };
  });
}
