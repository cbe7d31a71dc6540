import type { Figure } from "../base/decimal.js";
import { instantOf } from "../client/listing/record-time.js";
import type { Position } from "../client/resources/position.js";
import { createAprMean } from "./apr.js";
import {
  type Freshness,
  hasMarkOfUnknownAge,
  oldestMark,
  restsOnStaleMark,
  restsOnStalePerformance,
} from "./mark.js";
import {
  aboutGrossOf,
  figuresOf,
  isAtMark,
  isOfPerformance,
  type LeftOut,
  leftOut,
  SUMS,
} from "./position-figures.js";
import { type CountedSum, createShare, createSum, older } from "./sum.js";

/** All figures of a group, by the names that they have in JSON; USD, but for the last. */
export const FIGURES = [...SUMS, "apr"] as const;
export type FigureName = (typeof FIGURES)[number];

/** A figure of several positions. */
export interface Counted extends CountedSum {
  /** USD that an APR rests on. */
  readonly capital?: Figure | undefined;
  /** Of how many positions that is estimated. */
  readonly estimated?: number | undefined;
}

/** What positions come to together. Formulas: docs/analytics.md, "Totals". */
export interface Totals {
  readonly positions: number;
  readonly open: number;
  readonly closed: number;
  /** How many of them have a stale mark price, on which all but funding and fees rest. */
  readonly stale: number;
  /** How many have a mark price whose age is not told. */
  readonly ageless: number;
  /** How many open ones have a performance that is out of date. */
  readonly stalePerformance: number;
  /** Of how many it is not known whether a leg is closed: its legs count as they are told. */
  readonly unchecked: number;
  /** When the oldest performance of an open one was worked out, milliseconds since the epoch. */
  readonly asOf: number | undefined;
  readonly figures: Readonly<Record<FigureName, Counted>>;
  readonly notInNetPnl: readonly LeftOut[];
}

/** Adds positions up one by one. */
export interface Accumulator {
  add(position: Position): void;
  totals(): Totals;
}

/**
 * Sums positions up; a position whose figure is missing does not take part in that figure, and one
 * whose net PnL is missing in none of its parts.
 * @param clock the time of the service; read at each position
 * @param isUnchecked whether the legs of a position should have been looked at in full, and were not
 */
export function createAccumulator(
  clock: Freshness,
  isUnchecked: (positionId: string) => boolean = () => false,
): Accumulator {
  const sums = SUMS.map((name) => ({ name, sum: createSum() }));
  const whole = createShare();
  const apr = createAprMean();
  const notInNetPnl: LeftOut[] = [];
  const counts = { positions: 0, open: 0, closed: 0 };
  const doubts = { stale: 0, ageless: 0, stalePerformance: 0, unchecked: 0 };
  let asOf: number | undefined;
  return {
    add(position) {
      counts.positions++;
      counts[position.status]++;
      const stale = restsOnStaleMark(position, clock);
      const isOld = restsOnStalePerformance(position, clock);
      if (stale) doubts.stale++;
      if (isOld) doubts.stalePerformance++;
      if (hasMarkOfUnknownAge(position)) doubts.ageless++;
      if (isUnchecked(position.position_id)) doubts.unchecked++;
      const [calculated, marked] = [calculatedAt(position), oldestMark(position)];
      asOf = older(asOf, calculated) ?? undefined;
      const gross = aboutGrossOf(position);
      whole.add(gross);
      const figures = figuresOf(position);
      for (const { name, sum } of sums) {
        const isStale = (stale && isAtMark(name)) || (isOld && isOfPerformance(name));
        const at = isOfPerformance(name) ? calculated : marked;
        sum.add(figures[name], { gross, isStale, at });
      }
      if (figures.net_pnl === null) notInNetPnl.push(leftOut(position));
      apr.add(position);
    },
    totals() {
      const of = counts.positions;
      const told = sums.map(({ name, sum }) => [name, sum.result(of, whole.result())]);
      const stale = doubts.stale + doubts.stalePerformance > 0;
      const figures = {
        ...Object.fromEntries(told),
        apr: { ...apr.result(), unit: "percent_per_year", of, stale, asOf },
      } as Totals["figures"];
      return { ...counts, ...doubts, asOf, figures, notInNetPnl };
    },
  };
}

/** What these positions come to together; parameters as of {@link createAccumulator}. */
export function totalsOf(
  positions: Iterable<Position>,
  ...how: Parameters<typeof createAccumulator>
): Totals {
  const accumulator = createAccumulator(...how);
  for (const position of positions) accumulator.add(position);
  return accumulator.totals();
}

/** When the performance of an open position was worked out, milliseconds since the epoch. */
function calculatedAt({ status, performance }: Position): number | undefined {
  return status === "open" && performance ? instantOf(performance.calculated_at) : undefined;
}
