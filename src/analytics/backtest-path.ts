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
import { scaleFrom, type Trade, type TradeTerms, tradeBetween } from "./backtest-trade.js";

/** A settlement of a hedge, USD. The amounts are worked out when they are asked for. */
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
  /** Funding of one unit of quantity at this time and since the entry; null where `funding` is. */
  readonly perUnit: { readonly paid: Figure; readonly total: Figure };
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
    .map(({ time, paid }): PathPoint => {
      const isKnown = BOTH_SIDES.every((side) => paid[side] !== null);
      total = bySide((side) => paid[side]?.plus(total[side]) ?? total[side]);
      const [instant, sums] = [instants.get(time), total];
      let known: Trade | undefined;
      const trade = () => {
        known ??= instant && tradeBetween(entry, instant, terms);
        return known;
      };
      const ofLeg = () => bySide((side) => paid[side] && scaled(paid[side]));
      const sum = () => trade()?.funding ?? scaled(sums.long).plus(scaled(sums.short));
      return {
        time,
        get ofLeg() {
          return ofLeg();
        },
        get funding() {
          return isKnown ? bothOf(ofLeg()) : null;
        },
        get cumulative() {
          return isKnown ? sum() : null;
        },
        get basis() {
          return trade()?.basis ?? null;
        },
        get net() {
          return isKnown ? (trade()?.net ?? null) : null;
        },
        perUnit: {
          paid: isKnown ? bothOf(paid) : null,
          total: isKnown ? sums.long.plus(sums.short) : null,
        },
      };
    });
}

function bothOf({ long, short }: BySide<Figure | undefined>): Big {
  return long == null ? (short ?? new Big(0)) : short == null ? long : long.plus(short);
}

/** Returns the largest fall of the cumulative funding of one unit below its highest value so far. */
export function drawdownOf(path: readonly PathPoint[]): Big {
  let [peak, most] = [new Big(0), new Big(0)];
  for (const { perUnit } of path) {
    const { total } = perUnit;
    if (total === null) continue;
    if (total.gt(peak)) {
      peak = total;
      continue;
    }
    const fall = peak.minus(total);
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
  for (const { time, perUnit } of path) {
    const day = Math.ceil((time - first) / DAY_MS) - 1;
    const sum = days[day];
    if (sum != null) days[day] = perUnit.paid?.plus(sum) ?? null;
  }
  const known = days.flatMap((sum) => sum ?? []);
  return { above: known.filter((sum) => sum.gt(0)).length, counted: known.length, of };
}
