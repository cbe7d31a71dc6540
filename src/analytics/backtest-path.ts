import { Big } from "big.js";
import type { Figure } from "../base/decimal.js";
import { DAY_MS } from "../base/periods.js";
import {
  BOTH_SIDES,
  type BySide,
  bySide,
  type Instant,
  type Settlement,
} from "./backtest-clock.js";
import { scaleFrom, type TradeTerms, tradeBetween } from "./backtest-trade.js";

/** A settlement of a hedge, USD. */
export interface PathPoint {
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Paid to each leg: null if unknown, undefined if its market does not settle at this time. */
  readonly ofLeg: BySide<Figure | undefined>;
  /** Sum of both legs; null if one of them is unknown. */
  readonly funding: Figure;
  /** Funding since the entry; null where `funding` is. Later sums continue from the last known one. */
  readonly cumulative: Figure;
  /** At this time, if both markets settle with a mark price. */
  readonly basis: Figure;
  /** Net if the hedge ended at this time; null where `basis` or `cumulative` is. */
  readonly net: Figure;
}

/** Returns the settlements of a hedge after its entry, up to and including its exit. */
export function pathOf(
  settlements: readonly Settlement[],
  [entry, ...rest]: readonly [Instant, ...(readonly Instant[])],
  terms: TradeTerms,
): PathPoint[] {
  const exit = rest.at(-1) ?? entry;
  const instants = new Map(rest.map((it) => [it.time, it]));
  const scaled = scaleFrom(entry, terms);
  let total = bySide(() => new Big(0));
  return settlements
    .filter(({ time }) => time > entry.time && time <= exit.time)
    .map(({ time, paid }) => {
      const isKnown = BOTH_SIDES.every((side) => paid[side] !== null);
      total = bySide((side) => total[side].plus(paid[side] ?? 0));
      const instant = instants.get(time);
      const trade = instant && tradeBetween(entry, instant, terms);
      const ofLeg = bySide((side) => paid[side] && scaled(paid[side]));
      const sum = () => trade?.funding ?? scaled(total.long).plus(scaled(total.short));
      return {
        time,
        ofLeg,
        funding: isKnown ? (ofLeg.long ?? new Big(0)).plus(ofLeg.short ?? 0) : null,
        cumulative: isKnown ? sum() : null,
        basis: trade?.basis ?? null,
        net: isKnown ? (trade?.net ?? null) : null,
      };
    });
}

/** Returns the largest fall of the cumulative funding below its highest value so far, USD. */
export function drawdownOf(path: readonly PathPoint[]): Big {
  let [peak, most] = [new Big(0), new Big(0)];
  for (const { cumulative } of path) {
    if (cumulative === null) continue;
    if (cumulative.gt(peak)) peak = cumulative;
    const fall = peak.minus(cumulative);
    if (fall.gt(most)) most = fall;
  }
  return most;
}

/** Whole UTC days of a hedge. */
export interface DaysAbove {
  /** Number of days with funding above zero. */
  readonly above: number;
  /** Number of days without an unknown event. */
  readonly counted: number;
  /** Number of whole days. */
  readonly of: number;
}

/** Counts the whole UTC days in (entry, exit]; what settles at 00:00 belongs to the day before. */
export function daysAbove(path: readonly PathPoint[], entry: number, exit: number): DaysAbove {
  const first = Math.ceil(entry / DAY_MS) * DAY_MS;
  const of = Math.max(0, Math.floor((exit - first) / DAY_MS));
  const days = Array.from({ length: of }, (): Figure => new Big(0));
  for (const { time, funding } of path) {
    const day = Math.ceil((time - first) / DAY_MS) - 1;
    const sum = days[day];
    if (sum != null) days[day] = funding === null ? null : sum.plus(funding);
  }
  const known = days.flatMap((sum) => sum ?? []);
  return { above: known.filter((sum) => sum.gt(0)).length, counted: known.length, of };
}
