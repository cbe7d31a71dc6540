import { Big } from "big.js";
import type { Figure } from "../base/decimal.js";
import { DAY_MS } from "../base/periods.js";
import type { Instant, Settlement } from "./backtest-clock.js";
import { paidFrom, type Trade, type TradeTerms, tradeBetween } from "./backtest-trade.js";
import { type BySide, bySide } from "./by-side.js";

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
  /**
   * Funding of one unit of quantity at this time and since the entry, in units of the clock; null
   * where `funding` is.
   */
  readonly perUnit: { readonly paid: bigint | null; readonly total: bigint | null };
}

/** Returns the settlements of a hedge after its entry, up to and including its exit. */
export function pathOf(
  settlements: readonly Settlement[],
  [entry, ...rest]: readonly [Instant, ...(readonly Instant[])],
  terms: TradeTerms,
): PathPoint[] {
  const exit = rest.at(-1) ?? entry;
  const instants = new Map(rest.map((it) => [it.time, it]));
  const scaled = paidFrom(entry, terms);
  let total: BySide<bigint> = { long: 0n, short: 0n };
  return settlements
    .filter(({ time }) => time > entry.time && time <= exit.time)
    .map(({ time, paid }): PathPoint => {
      const isKnown = paid.long !== null && paid.short !== null;
      total = { long: total.long + (paid.long ?? 0n), short: total.short + (paid.short ?? 0n) };
      const [instant, sums] = [instants.get(time), total];
      let known: Trade | undefined;
      const trade = () => {
        known ??= instant && tradeBetween(entry, instant, terms);
        return known;
      };
      const ofLeg = () =>
        bySide((side) => {
          const own = paid[side];
          return typeof own === "bigint" ? scaled(own) : own;
        });
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
          paid: isKnown ? (paid.long ?? 0n) + (paid.short ?? 0n) : null,
          total: isKnown ? sums.long + sums.short : null,
        },
      };
    });
}

function bothOf({ long, short }: BySide<Figure | undefined>): Big {
  return long == null ? (short ?? new Big(0)) : short == null ? long : long.plus(short);
}

/**
 * Returns the largest fall of the cumulative funding of one unit of quantity below its highest value
 * so far, in units of the clock.
 */
export function drawdownOf(path: readonly PathPoint[]): bigint {
  let [peak, most] = [0n, 0n];
  for (const { perUnit } of path) {
    const { total } = perUnit;
    if (total === null) continue;
    if (total > peak) peak = total;
    else if (peak - total > most) most = peak - total;
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
  const days = new Array<bigint | null>(of).fill(0n);
  for (const { time, perUnit } of path) {
    const day = Math.ceil((time - first) / DAY_MS) - 1;
    const sum = days[day];
    if (sum != null) days[day] = perUnit.paid === null ? null : sum + perUnit.paid;
  }
  const known = days.flatMap((sum) => sum ?? []);
  return { above: known.filter((sum) => sum > 0n).length, counted: known.length, of };
}
