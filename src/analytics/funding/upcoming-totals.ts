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

/** The settlements to come of several legs. */
export interface Upcoming {
  readonly legs: readonly UpcomingLeg[];
  /** The next 24 hours by time, the first one first. */
  readonly times: readonly SettlementTime[];
  /** Every settlement of each leg in the next 24 hours, at its last rate, USD. */
  readonly pays24h: CountedSum;
  /** Number of settlements in the next 24 hours. */
  readonly settlements: number;
  /** Number of legs with a settlement that is due and not published. */
  readonly due: number;
}

/** Reports whether a leg of a position may be closed and could not be checked. */
type IsUnchecked = (positionId: string) => boolean;

/** Sums the settlements of the next 24 hours. src/features/upcoming/explain.md, "Upcoming". */
export function upcomingTotals(
  legs: readonly UpcomingLeg[],
  now: number,
  isUnchecked?: IsUnchecked,
): Upcoming {
  return {
    legs,
    times: timesOf(legs, now, isUnchecked),
    pays24h: sumOfLegs(legs, ({ pays24h }) => pays24h, isUnchecked),
    settlements: legs.reduce((sum, { clock }) => sum + (clock?.within24h ?? 0), 0),
    due: legs.filter(({ clock }) => clock?.dueSince !== undefined).length,
  };
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

function timesOf(
  legs: readonly UpcomingLeg[],
  now: number,
  isUnchecked?: IsUnchecked,
): SettlementTime[] {
  const at = new Map<number, UpcomingLeg[]>();
  for (const leg of legs) {
    const { clock } = leg;
    if (clock === undefined) continue;
    for (let time = clock.next; time <= now + DAY_MS; time += clock.spacing) {
      const some = at.get(time);
      if (some === undefined) at.set(time, [leg]);
      else some.push(leg);
    }
  }
  return [...at]
    .sort(([a], [b]) => a - b)
    .map(([time, some]) => ({
      time,
      legs: some,
      about: isAbout(some),
      atEventMark: some.some(({ atEventMark, pays }) => atEventMark && pays.value !== null),
      pays: sumOfLegs(some, ({ pays }) => pays, isUnchecked),
      least: sumOfLegs(some, ({ least }) => least, isUnchecked),
      most: sumOfLegs(some, ({ most }) => most, isUnchecked),
    }));
}

function sumOfLegs(
  legs: readonly UpcomingLeg[],
  figureOf: (leg: UpcomingLeg) => Measure,
  isUnchecked?: IsUnchecked,
): CountedSum {
  return sumOver(legs, (it) => {
    const { value, asOf, stale = false, about } = figureOf(it);
    const { position_id, status } = it.position;
    const gross = { value: aboutNotionalOf(it.leg, status), about: it.leg.mark_price === null };
    const isDoubtful = isUnchecked?.(position_id) === true;
    return { value, gross, isStale: stale, at: asOf ?? null, about, isUnchecked: isDoubtful };
  });
}
