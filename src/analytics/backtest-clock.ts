import { Big } from "big.js";
import { MINUTE_MS } from "../base/periods.js";
import { type Flow, flowsOf, type Paid, type PaidUnit } from "./backtest-flows.js";
import { BOTH_SIDES, type BySide, bySide } from "./by-side.js";
import { type TimedEvent, timeEvents } from "./rhythm.js";
import type { FundingEvent } from "./settled-event.js";

/** What one unit of quantity is paid when a market settles or both do. */
export interface Settlement {
  /** Milliseconds since the epoch. */
  readonly time: number;
  /**
   * Paid to each side, in units of {@link PaidUnit}, negative if the side pays: null if the event is
   * missing or has no rate or mark price, undefined if the market does not settle at this time.
   */
  readonly paid: BySide<Paid>;
}

/** A time at which both markets settled with a mark price, at which a hedge can begin and end. */
export interface Instant {
  /** Milliseconds since the epoch; the later one if the two differ by a minute. */
  readonly time: number;
  /** Mark price ÷ multiplier. */
  readonly price: BySide<Big>;
  /** Sums of what one unit is paid from the first event up to and including this time. */
  readonly paid: BySide<bigint>;
  readonly unit: PaidUnit;
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
  const { flows, unit } = flowsOf(timed, multiplier);
  return { ...joined(flows, unit, multiplier), timed };
}

function joined(
  flows: BySide<readonly Flow[]>,
  unit: PaidUnit,
  multiplier: BySide<Big>,
): Omit<BacktestClock, "timed"> {
  const settlements: Settlement[] = [];
  const instants: Instant[] = [];
  const sums = { long: 0n, short: 0n };
  const [counted, unknown] = [
    { long: 0, short: 0 },
    { long: 0, short: 0 },
  ];
  for (const { time, at } of pairs(flows)) {
    for (const side of BOTH_SIDES) {
      const paid = at[side]?.paid;
      if (paid == null) unknown[side] += paid === null ? 1 : 0;
      else {
        sums[side] += paid;
        counted[side]++;
      }
    }
    settlements.push({ time, paid: { long: at.long?.paid, short: at.short?.paid } });
    const [long, short] = [at.long?.mark ?? null, at.short?.mark ?? null];
    if (long === null || short === null) continue;
    const price = { long: priceOf(long, multiplier.long), short: priceOf(short, multiplier.short) };
    const sofar = { paid: { ...sums }, counted: { ...counted }, unknown: { ...unknown } };
    instants.push({ time, price, unit, ...sofar });
  }
  return { settlements, instants };
}

function priceOf(mark: string, multiplier: Big): Big {
  const price = new Big(mark);
  return multiplier.eq(1) ? price : price.div(multiplier);
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
