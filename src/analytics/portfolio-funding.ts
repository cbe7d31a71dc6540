import { instantOf } from "../client/listing/record-time.js";
import type { Position } from "../client/resources/position.js";
import { type FundingDay, fundingDays } from "./funding-rows.js";
import { heldLegs } from "./held.js";
import type { FundedLeg } from "./leg-size.js";
import type { Measure } from "./measure.js";
import {
  type LegFunding,
  type PositionFundingInputs,
  positionFunding,
} from "./position-funding.js";

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
 * Sums the settled funding of the held legs of positions since their opening, at the quantity of now.
 * A position is left out if the funding of one of its legs is unknown. docs/analytics.md, "Report".
 */
export function portfolioFunding(
  positions: readonly Position[],
  inputs: Pick<PositionFundingInputs, "eventsOf" | "start" | "end">,
): PortfolioFunding {
  const known = positions.map((position) => knownLegs(position, inputs)).filter(isSome);
  const legs = known.flat();
  const days = fundingDays({ legs });
  const last = days.findLast(({ cumulative }) => cumulative !== null);
  return {
    days,
    sum: {
      value: last?.cumulative ?? null,
      unit: "usd",
      asOf: latest(legs.flatMap(({ sum }) => sum.asOf ?? [])),
      counted: known.length,
      of: positions.length,
    },
    events: {
      counted: days.reduce((sum, { counted }) => sum + counted, 0),
      of: days.reduce((sum, { of }) => sum + of, 0),
    },
  };
}

/** Returns the funding of the held legs of a position; none if it is unknown for one of them. */
function knownLegs(
  position: Position,
  { eventsOf, start, end }: Parameters<typeof portfolioFunding>[1],
): readonly LegFunding<FundedLeg>[] {
  const { status, opened_at } = position;
  const from = Math.max(start, instantOf(opened_at));
  const held = { status, legs: heldLegs(position) };
  const { legs } = positionFunding(held, { eventsOf, start: from, end });
  return legs.every(({ unknown }) => unknown === undefined) ? legs : [];
}

function isSome({ length }: readonly unknown[]): boolean {
  return length > 0;
}

function latest(times: readonly number[]): number | undefined {
  return times.length === 0 ? undefined : times.reduce((a, b) => Math.max(a, b));
}
