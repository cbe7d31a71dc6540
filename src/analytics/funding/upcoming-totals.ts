import { DAY_MS } from "../../base/time/periods.js";
import type { Measure } from "../measure.js";
import { aboutNotionalOf } from "../position/leg.js";
import { type CountedSum, sumOver } from "../sum.js";
import type { UpcomingLeg } from "./upcoming.js";

/** The settlements of one time within the next 24 hours. */
export interface SettlementTime {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly legs: readonly UpcomingLeg[];
  /** True if the time is an estimate for a leg. */
  readonly about: boolean;
  /** True if the funding of a leg is at the mark price of its last event. */
  readonly atEventMark: boolean;
  /** Funding at their last rates, and the least and the most at rates of the last 3 days, USD. */
  readonly pays: CountedSum;
  readonly least: CountedSum;
  readonly most: CountedSum;
}

/** Returns the settlements of the next time at which any leg settles; undefined without one in 24 hours. */
export function nextSettlements(
  legs: readonly UpcomingLeg[],
  now: number,
): Pick<SettlementTime, "time" | "about" | "pays"> | undefined {
  const time = Math.min(...legs.flatMap(({ clock }) => clock?.next ?? []));
  if (time > now + DAY_MS) return undefined;
  const some = legs.filter(({ clock }) => clock?.next === time);
  return { time, about: isAbout(some), pays: sumOfLegs(some, ({ pays }) => pays) };
}

function isAbout(legs: readonly UpcomingLeg[]): boolean {
  return legs.some(({ clock }) => clock?.about === true);
}

function sumOfLegs(
  legs: readonly UpcomingLeg[],
  figureOf: (leg: UpcomingLeg) => Measure,
): CountedSum {
  return sumOver(legs, (it) => {
    const { value, asOf, stale = false, about } = figureOf(it);
    const { status } = it.position;
    const gross = { value: aboutNotionalOf(it.leg, status), about: it.leg.mark_price === null };
    return { value, gross, isStale: stale, at: asOf ?? null, about };
  });
}
