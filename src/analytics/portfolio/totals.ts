import type { Figure } from "../../base/decimal.js";
import { mapValues, recordOf } from "../../base/map-values.js";
import { knownInstant } from "../../client/listing/record-time.js";
import type { Position } from "../../client/resources/position.js";
import { isStatus } from "../../client/resources/words.js";
import { createAprMean } from "../funding/apr.js";
import {
  type Freshness,
  hasMarkOfUnknownAge,
  oldestMark,
  restsOnStaleMark,
  restsOnStalePerformance,
} from "../position/mark.js";
import {
  aboutGrossOf,
  figuresOf,
  isAtMark,
  isNeverNegative,
  isOfPerformance,
  type LeftOut,
  leftOut,
  SUMS,
} from "../position/position-figures.js";
import { type CountedSum, createAge, createShare, createSum, type Moment, older } from "../sum.js";
import { type LeftOutSum, leftOutSum } from "./left-out.js";
import { type NetExposure, netExposures, nettedSum } from "./net-exposure.js";

/** All figures of a group, by their JSON names; USD except for `apr`. */
export const FIGURES = [...SUMS, "apr"] as const;
export type FigureName = (typeof FIGURES)[number];

/** A figure over several positions. */
export interface Counted extends CountedSum {
  /** Capital of an APR, USD. */
  readonly capital?: Figure | undefined;
  /** Number of positions whose capital is estimated. */
  readonly estimated?: number | undefined;
}

/** Totals of positions. */
export interface Totals {
  readonly positions: number;
  readonly open: number;
  readonly closed: number;
  /** Number of positions with a stale mark price, which affects all but funding and fees. */
  readonly stale: number;
  /** Number of positions with a mark price of unknown age. */
  readonly ageless: number;
  /** Number of open positions with a stale performance. */
  readonly stalePerformance: number;
  /** Number of positions that may have a closed leg; their legs count as listed. */
  readonly unchecked: number;
  /** Time of the oldest performance of an open position, milliseconds since the epoch. */
  readonly asOf: number | undefined;
  readonly figures: Readonly<Record<FigureName, Counted>>;
  readonly notInNetPnl: readonly LeftOut[];
  readonly leftOut: LeftOutSum;
  /** What is unhedged of each asset, its positions netted. */
  readonly exposures: readonly NetExposure[];
  /** True if the positions of an asset are netted in what is unhedged: {@link netted}. */
  readonly isNet?: true;
  /** Gross notional with the open price for a missing mark price, by which groups are sorted. */
  readonly aboutGross: Figure;
}

/**
 * Sums positions added one at a time. A position without a figure is left out of its sum; one without
 * a net PnL is left out of the sums of all its components.
 * @param clock time of the service; read for each position
 * @param isUnchecked reports whether a position should have been fetched in full and was not
 */
export function createAccumulator(
  clock: Freshness,
  isUnchecked: (positionId: string) => boolean = () => false,
) {
  const sums = recordOf(SUMS, (name) => createSum(isNeverNegative(name)));
  const whole = createShare();
  const apr = createAprMean();
  const notInNetPnl: LeftOut[] = [];
  const unhedged: Position[] = [];
  const counts = { positions: 0, open: 0, closed: 0 };
  const doubts = { stale: 0, ageless: 0, stalePerformance: 0, unchecked: 0 };
  let oldest: Moment;
  const ageOfApr = createAge();
  return {
    add(position: Position) {
      counts.positions++;
      if (isStatus(position.status)) counts[position.status]++;
      const stale = restsOnStaleMark(position, clock);
      const isOld = restsOnStalePerformance(position, clock);
      if (stale) doubts.stale++;
      if (isOld) doubts.stalePerformance++;
      const undated = hasMarkOfUnknownAge(position);
      if (undated) doubts.ageless++;
      const isDoubtful = isUnchecked(position.position_id);
      if (isDoubtful) doubts.unchecked++;
      const [calculated, marked] = [calculatedAt(position), oldestMark(position)];
      oldest = older(oldest, calculated);
      const gross = aboutGrossOf(position);
      whole.add(gross);
      const figures = figuresOf(position);
      for (const name of SUMS) {
        const isStale = (stale && isAtMark(name)) || (isOld && isOfPerformance(name));
        const isHeld = !isOfPerformance(name);
        const at = isHeld ? marked : calculated;
        const about = name === "gross_notional" && gross.about;
        const isUnchecked = isHeld && isDoubtful;
        const isUndated = undated && isAtMark(name);
        sums[name].add(figures[name], { gross, isStale, at, isUndated, isUnchecked, about });
      }
      if (figures.unhedged_notional?.eq(0) !== true) unhedged.push(position);
      if (figures.net_pnl === null) notInNetPnl.push(leftOut(position));
      const isInApr = apr.add(position);
      if (isInApr) ageOfApr.add({ at: calculated, isStale: stale || isOld, isUndated: undated });
    },
    totals(): Totals {
      const of = counts.positions;
      const asOf = oldest ?? undefined;
      const figures: Totals["figures"] = {
        ...mapValues(sums, (sum) => sum.result(of, whole.result())),
        apr: {
          ...{ ...apr.result(), unit: "percent_per_year", base: "service_capital" },
          ...{ of, ...ageOfApr.result() },
        },
      };
      const gross = whole.result();
      const omitted = leftOutSum(notInNetPnl, gross);
      const exposures = netExposures(unhedged, clock, isUnchecked);
      const rest = { notInNetPnl, leftOut: omitted, exposures, aboutGross: gross.value };
      return { ...counts, ...doubts, asOf, figures, ...rest };
    },
  };
}

/** Returns totals with the positions of an asset netted in what is unhedged, and in nothing else. */
export function netted<T extends Totals>(totals: T): T {
  const { figures, exposures } = totals;
  const unhedged_notional = nettedSum(figures.unhedged_notional, exposures);
  return { ...totals, figures: { ...figures, unhedged_notional }, isNet: true };
}

/** Returns the totals of positions; parameters as for {@link createAccumulator}. */
export function totalsOf(
  positions: Iterable<Position>,
  ...how: Parameters<typeof createAccumulator>
): Totals {
  const accumulator = createAccumulator(...how);
  for (const position of positions) accumulator.add(position);
  return accumulator.totals();
}

/** Returns the time of an open position's performance; null if it cannot be read. */
function calculatedAt({ status, performance }: Position): Moment {
  if (status !== "open" || performance === undefined) return undefined;
  return knownInstant(performance.calculated_at);
}
