import { Big } from "big.js";
import { type BySide, bySide } from "../../analytics/market/by-side.js";
import { type TimedEvent, timeEvents } from "../../analytics/market/rhythm.js";
import type { MarketEvent } from "../../analytics/market/settled-event.js";
import { MINUTE_MS } from "../../base/time/periods.js";
import { type Flow, flowsOf, type Paid, type PaidUnit } from "./flows.js";

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

/** Settled funding of two markets, each on its own clock. Oldest first. */
export interface BacktestClock {
  readonly settlements: readonly Settlement[];
  readonly instants: readonly Instant[];
  /** Events of each market, with their spacing. */
  readonly timed: BySide<readonly TimedEvent[]>;
}

/**
 * Joins the events of two markets on a common time line. docs/reference/figures/backtest.md, "Backtest".
 * @param events in any order
 * @param multiplier units of the asset in one unit of the market's contract
 */
export function backtestClock(
  events: BySide<readonly MarketEvent[]>,
  multiplier: BySide<Big>,
): BacktestClock {
  const timed = bySide((side) => timeEvents(events[side]));
  const { flows, unit } = flowsOf(timed, multiplier);
  return { ...joined(flows, unit, multiplier), timed };
}

/** Merges two lists by time; what is at most a minute apart is one settlement. */
function joined(
  { long: longs, short: shorts }: BySide<readonly Flow[]>,
  unit: PaidUnit,
  multiplier: BySide<Big>,
): Omit<BacktestClock, "timed"> {
  const settlements: Settlement[] = [];
  const instants: Instant[] = [];
  const sums = bySide(() => ({ paid: 0n, counted: 0, unknown: 0 }));
  let [i, j] = [0, 0];
  for (;;) {
    const [nextLong, nextShort] = [longs[i], shorts[j]];
    if (nextLong === undefined && nextShort === undefined) return { settlements, instants };
    const apart = (nextLong?.time ?? NEVER) - (nextShort?.time ?? NEVER);
    const long = apart <= MINUTE_MS ? nextLong : undefined;
    const short = apart >= -MINUTE_MS ? nextShort : undefined;
    if (long !== undefined) i++;
    if (short !== undefined) j++;
    add(sums.long, long);
    add(sums.short, short);
    const time = Math.max(long?.time ?? 0, short?.time ?? 0);
    settlements.push({ time, paid: { long: long?.paid, short: short?.paid } });
    if (long?.mark == null || short?.mark == null) continue;
    const mark = { long: long.mark, short: short.mark };
    instants.push(new Instant(time, mark, multiplier, unit, sums));
  }
}

const NEVER = Number.POSITIVE_INFINITY;

/** What one unit was paid up to a time. */
interface Sums {
  paid: bigint;
  counted: number;
  unknown: number;
}

function add(sums: Sums, flow: Flow | undefined): void {
  if (flow === undefined) return;
  if (flow.paid === null) sums.unknown++;
  else {
    sums.paid += flow.paid;
    sums.counted++;
  }
}

/**
 * A time at which both markets settled with a mark price, at which a hedge can begin and end. Works out
 * its prices when they are asked for: those of few instants are.
 */
export class Instant {
  /** Sums of what one unit is paid from the first event up to and including this time. */
  readonly paid: BySide<bigint>;
  /** Number of events in these sums, and of those that are unknown, up to this time. */
  readonly counted: BySide<number>;
  readonly unknown: BySide<number>;
  private known: BySide<Big> | undefined;

  /**
   * @param time milliseconds since the epoch; the later one if the two differ by a minute
   * @param sums up to and including this time; they are copied
   */
  constructor(
    readonly time: number,
    private readonly mark: BySide<string>,
    private readonly multiplier: BySide<Big>,
    readonly unit: PaidUnit,
    { long, short }: BySide<Sums>,
  ) {
    this.paid = { long: long.paid, short: short.paid };
    this.counted = { long: long.counted, short: short.counted };
    this.unknown = { long: long.unknown, short: short.unknown };
  }

  /** Mark price ÷ multiplier. */
  get price(): BySide<Big> {
    this.known ??= bySide((side) => priceOf(this.mark[side], this.multiplier[side]));
    return this.known;
  }
}

function priceOf(mark: string, multiplier: Big): Big {
  const price = new Big(mark);
  // with 50 decimals: a price of 3e-13 has few digits within the 20 of a division
  return multiplier.eq(1) ? price : price.times("1e30").div(multiplier).times("1e-30");
}
