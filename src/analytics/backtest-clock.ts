import { Big } from "big.js";
import { decimal, type Figure } from "../base/decimal.js";
import { MINUTE_MS } from "../base/periods.js";
import type { Side } from "./compare.js";
import { missingTimes, type TimedEvent, timeEvents } from "./rhythm.js";
import type { FundingEvent } from "./settled-event.js";

export type BySide<T> = Readonly<Record<Side, T>>;
export const BOTH_SIDES = ["long", "short"] as const satisfies readonly Side[];

/** Applies a function to both sides. */
export function bySide<T>(of: (side: Side) => T): BySide<T> {
  return { long: of("long"), short: of("short") };
}

/** What one unit of quantity is paid when a market settles or both do. */
export interface Settlement {
  /** Milliseconds since the epoch. */
  readonly time: number;
  /**
   * Paid to each side, USD per unit, negative if the side pays: null if the event is missing or has no
   * rate or mark price, undefined if the market does not settle at this time.
   */
  readonly paid: BySide<Figure | undefined>;
}

/** A time at which both markets settled with a mark price, at which a hedge can begin and end. */
export interface Instant {
  /** Milliseconds since the epoch; the later one if the two differ by a minute. */
  readonly time: number;
  /** Mark price ÷ multiplier. */
  readonly price: BySide<Big>;
  /** Sums of what one unit is paid from the first event up to and including this time. */
  readonly paid: BySide<Big>;
  /** Number of events in these sums, and of those that are unknown, up to this time. */
  readonly counted: BySide<number>;
  readonly unknown: BySide<number>;
}

/** Settled funding of two markets, each on its own clock. Oldest first. */
export interface BacktestClock {
  readonly settlements: readonly Settlement[];
  readonly instants: readonly Instant[];
  /** Events of each market, with their spacing. */
  readonly timed: BySide<readonly TimedEvent[]>;
}

interface Flow {
  readonly time: number;
  readonly paid: Figure;
  readonly price: Figure;
}

/**
 * Joins the events of two markets on a common time line. docs/analytics.md, "Backtest".
 * @param events in any order
 * @param multiplier units of the asset in one unit of the market's contract
 */
export function backtestClock(
  events: BySide<readonly FundingEvent[]>,
  multiplier: BySide<Big>,
): BacktestClock {
  const timed = bySide((side) => timeEvents(events[side]));
  const flows = bySide((side) => flowsOf(side, timed[side], multiplier[side]));
  return { ...joined(flows), timed };
}

/** Returns the events and, without a value, the missing ones between them, in chronological order. */
function flowsOf(side: Side, timed: readonly TimedEvent[], multiplier: Big): Flow[] {
  const known = timed.map(({ time, rate, mark }): Flow => {
    const price = priceOf(mark, multiplier);
    const paid = price === null || rate === null ? null : price.times(rate);
    return { time, price, paid: side === "long" && paid !== null ? paid.neg() : paid };
  });
  const [first, last] = [timed[0], timed.at(-1)];
  if (first === undefined || last === undefined) return known;
  const missing = missingTimes(timed, { start: first.time, end: last.time });
  const holes = missing.map((time): Flow => ({ time, price: null, paid: null }));
  return [...known, ...holes].sort((a, b) => a.time - b.time);
}

/** A price of zero or less is none. */
function priceOf(mark: string | null | undefined, multiplier: Big): Figure {
  const price = decimal(mark ?? null);
  if (!price?.gt(0)) return null;
  return multiplier.eq(1) ? price : price.div(multiplier);
}

function joined(flows: BySide<readonly Flow[]>): Omit<BacktestClock, "timed"> {
  const settlements: Settlement[] = [];
  const instants: Instant[] = [];
  let paid = bySide(() => new Big(0));
  let [counted, unknown] = [bySide(() => 0), bySide(() => 0)];
  for (const { time, at } of pairs(flows)) {
    const now = bySide((side) => at[side]?.paid);
    paid = bySide((side) => now[side]?.plus(paid[side]) ?? paid[side]);
    counted = bySide((side) => counted[side] + (now[side] == null ? 0 : 1));
    unknown = bySide((side) => unknown[side] + (now[side] === null ? 1 : 0));
    settlements.push({ time, paid: now });
    const [long, short] = [at.long?.price ?? null, at.short?.price ?? null];
    if (long !== null && short !== null) {
      instants.push({ time, price: { long, short }, paid, counted, unknown });
    }
  }
  return { settlements, instants };
}

interface Pair {
  readonly time: number;
  readonly at: BySide<Flow | undefined>;
}

/** Merges two lists by time; what is at most a minute apart is one. */
function pairs({ long: longs, short: shorts }: BySide<readonly Flow[]>): Pair[] {
  const found: Pair[] = [];
  let [i, j] = [0, 0];
  for (;;) {
    const [long, short] = [longs[i], shorts[j]];
    if (long === undefined && short === undefined) return found;
    const apart =
      (long?.time ?? Number.POSITIVE_INFINITY) - (short?.time ?? Number.POSITIVE_INFINITY);
    const at = {
      long: apart <= MINUTE_MS ? long : undefined,
      short: apart >= -MINUTE_MS ? short : undefined,
    };
    found.push({ time: Math.max(at.long?.time ?? 0, at.short?.time ?? 0), at });
    if (at.long !== undefined) i++;
    if (at.short !== undefined) j++;
  }
}
