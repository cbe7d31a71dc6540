import { Big } from "big.js";
import { type BySide, bySide, type Side } from "../../analytics/market/by-side.js";
import { type TimedEvent, timeEvents } from "../../analytics/market/rhythm.js";
import type { MarketEvent } from "../../analytics/market/settled-event.js";
import { MINUTE_MS } from "../../base/time/periods.js";
import { type Flow, flowsOf, type Paid, type PaidUnit } from "./flows.js";

/** What one unit of quantity is paid when one or both markets settle. */
export interface Settlement {
  /** Milliseconds since the epoch. */
  readonly time: number;
  /**
   * Paid to each side, in units of {@link PaidUnit}, negative if it costs the side: null if the event is
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
  /** Side at whose events a hedge begins and ends, of markets that never settle together. */
  readonly lead: Side | undefined;
}

/**
 * Joins the events of two markets on a common time line. docs/reference/figures/backtest.md, "Backtest".
 * @param events in any order
 * @param multiplier units of the asset in one unit of the market's contract
 * @param isWithin reports whether a time is in the range of the entry and the exit
 */
export function backtestClock(
  events: BySide<readonly MarketEvent[]>,
  multiplier: BySide<Big>,
  isWithin: (event: { readonly time: number }) => boolean,
): BacktestClock {
  const timed = bySide((side) => timeEvents(events[side]));
  const { flows, unit } = flowsOf(timed, multiplier);
  const inRange = bySide((side) => flows[side].filter(isWithin));
  const lead = settleTogether(inRange) ? undefined : slowerOf(inRange);
  return { ...joined(flows, { unit, multiplier, lead }), timed, lead };
}

/** Reports whether two markets settle within a minute at least once, or should have. */
function settleTogether({ long: longs, short: shorts }: BySide<readonly Flow[]>): boolean {
  let at = 0;
  return longs.some(({ time }) => {
    while ((shorts[at]?.time ?? NEVER) < time - MINUTE_MS) at++;
    return (shorts[at]?.time ?? NEVER) <= time + MINUTE_MS;
  });
}

/** Returns the side with the longest spacing; of equal ones the long one. */
function slowerOf({ long, short }: BySide<readonly Flow[]>): Side {
  const longest = (flows: readonly Flow[]) =>
    flows.reduce((most, { spacing = 0 }) => Math.max(most, spacing), 0);
  return longest(short) > longest(long) ? "short" : "long";
}

/** Terms on which the settlements of two markets are joined. */
interface Joint {
  readonly unit: PaidUnit;
  readonly multiplier: BySide<Big>;
  /** Side at whose events a hedge begins and ends; undefined at those of both. */
  readonly lead: Side | undefined;
}

/** Merges two lists by time; what is at most a minute apart is one settlement. */
function joined(
  { long: longs, short: shorts }: BySide<readonly Flow[]>,
  joint: Joint,
): Omit<BacktestClock, "timed" | "lead"> {
  const settlements: Settlement[] = [];
  const instants: Instant[] = [];
  const marked: Marked = { long: undefined, short: undefined };
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
    if (long?.mark != null) marked.long = long;
    if (short?.mark != null) marked.short = short;
    const marks = marksAt({ long, short }, marked, joint.lead);
    if (marks !== undefined) instants.push(new Instant(time, marks, joint, sums));
  }
}

/** The last events with a mark price. */
interface Marked {
  long: Flow | undefined;
  short: Flow | undefined;
}

/**
 * Returns the mark prices at which a hedge can begin and end when one or both markets settle; undefined if it
 * cannot. At an event of the leading side the other has its last mark, if that is no older than its spacing.
 */
function marksAt(
  now: BySide<Flow | undefined>,
  marked: Marked,
  lead: Side | undefined,
): BySide<Flow> | undefined {
  if (lead === undefined) return bothOf(now.long, now.short);
  const other = marked[lead === "long" ? "short" : "long"];
  const time = now[lead]?.time ?? 0;
  if (other === undefined || time - other.time > (other.spacing ?? 0)) return undefined;
  return lead === "long" ? bothOf(now.long, other) : bothOf(other, now.short);
}

function bothOf(long: Flow | undefined, short: Flow | undefined): BySide<Flow> | undefined {
  return long?.mark == null || short?.mark == null ? undefined : { long, short };
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
 * A time at which a hedge can begin and end: both markets settled with a mark price, or the slower one did.
 * Prices are computed on demand, since few instants need them.
 */
export class Instant {
  /** Sums of what one unit is paid from the first event up to and including this time. */
  readonly paid: BySide<bigint>;
  /** Number of events in these sums, and of those that are unknown, up to this time. */
  readonly counted: BySide<number>;
  readonly unknown: BySide<number>;
  /** Age of the mark price of each side, milliseconds; 0 where both settled. */
  readonly age: BySide<number>;
  readonly unit: PaidUnit;
  private known: BySide<Big> | undefined;

  /**
   * @param time milliseconds since the epoch; the later one if the two differ by a minute
   * @param sums up to and including this time; they are copied
   */
  constructor(
    readonly time: number,
    private readonly marks: BySide<Flow>,
    private readonly joint: Omit<Joint, "lead">,
    { long, short }: BySide<Sums>,
  ) {
    this.paid = { long: long.paid, short: short.paid };
    this.counted = { long: long.counted, short: short.counted };
    this.unknown = { long: long.unknown, short: short.unknown };
    this.age = bySide((side) => ageOf(time - marks[side].time));
    this.unit = joint.unit;
  }

  /** Mark price ÷ multiplier. */
  get price(): BySide<Big> {
    this.known ??= bySide((side) =>
      priceOf(this.marks[side].mark ?? "0", this.joint.multiplier[side]),
    );
    return this.known;
  }
}

/** Returns 0 for up to a minute: both markets settled together. */
function ageOf(ms: number): number {
  return ms <= MINUTE_MS ? 0 : ms;
}

function priceOf(mark: string, multiplier: Big): Big {
  const price = new Big(mark);
  // with 50 decimals: a price of 3e-13 has few digits within the 20 of a division
  return multiplier.eq(1) ? price : price.times("1e30").div(multiplier).times("1e-30");
}
