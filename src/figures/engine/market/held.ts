import { Big } from "big.js";
import { MINUTE_MS } from "../../../base/time/periods.js";
import { ratioOf } from "../../../base/whole.js";
import { isSameUnit, unitPrice } from "../../credible/multiples.js";
import { coveredBy, known, lacking, type Q } from "../../measure.js";
import type { Unknown } from "../../unknown.js";
import { type BySide, bySide, type Side } from "../position/legs.js";
import { LEAST_COVERED } from "./periods.js";
import { coveredTime, missingTimes, type TimedEvent } from "./rhythm.js";

/** Size, units and costs of a hedge. */
export interface HedgeTerms {
  /** Notional of the larger side at entry, USD. */
  readonly notional: Big;
  /** Units of the asset in one contract of each market: powers of ten. */
  readonly multiple: BySide<Big>;
  /** Fee of a fill, a decimal fraction of its notional. */
  readonly fee: BySide<Big>;
}

/** What holding a hedge brought: the same quantity long on one market and short on the other. */
export interface Held {
  readonly terms: HedgeTerms;
  /** Milliseconds since the epoch; null without two instants. */
  readonly entry: number | null;
  readonly exit: number | null;
  readonly funding: Q;
  readonly price: Q;
  readonly fees: Q;
  /** funding + price - fees, exactly. */
  readonly net: Q;
}

/**
 * Returns what a hedge brought from the first to the last instant of a range. An event at the entry settles the
 * time before and is not paid, one at the exit is. Missing events are in no sum; where they cover more than 5 %
 * of the time, the funding is unknown. Source: FIGURES, pairs, compare.
 * @param events of each market, oldest first; those outside the range are used for marks
 */
export function heldOver(
  events: BySide<readonly TimedEvent[]>,
  span: Span | undefined,
  terms: HedgeTerms,
): Held {
  const instants = span === undefined ? [] : instantsOf(events, span);
  const [entry, exit] = [instants[0], instants.at(-1)];
  if (entry === undefined || exit === undefined || entry === exit) {
    return unheld(terms, "too_few_instants");
  }
  const [before, after] = [pricesOf(entry, terms), pricesOf(exit, terms)];
  if (!isSameUnit(before.short.div(before.long))) return unheld(terms, "units_differ");
  const highest = before.long.gt(before.short) ? before.long : before.short;
  const scaled = (perUnit: Big) => ratioOf(perUnit.times(terms.notional), highest);

  const held = { from: entry.time, to: exit.time };
  const sides = bySide((side) => settledIn(events[side], held));
  const covered = Math.min(sides.long.covered, sides.short.covered);
  const wanted = exit.time - entry.time;
  const isCovered = covered * 100 >= wanted * LEAST_COVERED;
  const settled = {
    asOf: exit.time,
    counted: sides.long.counted + sides.short.counted,
    of: sides.long.of + sides.short.of,
    ...coveredBy(covered, wanted),
  };

  const paid = (side: Side) => unitPrice({ factor: terms.multiple[side] }, sides[side].paid);
  const move = (side: Side) => after[side].minus(before[side]);
  const charged = (side: Side) => before[side].plus(after[side]).times(terms.fee[side]);
  const funding = isCovered ? scaled(paid("short").minus(paid("long"))) : null;
  const price = scaled(move("long").minus(move("short")));
  const fees = scaled(charged("long").plus(charged("short")));
  const net = funding?.plus(price).minus(fees);
  return {
    terms,
    entry: entry.time,
    exit: exit.time,
    funding: known(funding, settled, "events_missing"),
    price: known(price, { asOf: exit.time, doubts: [] }),
    fees: known(fees, { asOf: exit.time, doubts: [] }),
    net: known(net, settled, "events_missing"),
  };
}

function unheld(terms: HedgeTerms, why: Unknown): Held {
  const usd = lacking(why);
  return { terms, entry: null, exit: null, funding: usd, price: usd, fees: usd, net: usd };
}

/** Returns the price of a unit of the asset on each market. */
function pricesOf({ mark }: Instant, { multiple }: HedgeTerms): BySide<Big> {
  return bySide((side) => unitPrice({ factor: multiple[side] }, new Big(mark[side])));
}

/** What settled in (from, to] on one market. */
interface Settled {
  /** Σ rate × mark of the known events: what a long contract pays. */
  readonly paid: Big;
  readonly counted: number;
  readonly of: number;
  /** Milliseconds. */
  readonly covered: number;
}

function settledIn(events: readonly TimedEvent[], { from, to }: Span): Settled {
  const isPaid = (time: number) => time > from && time <= to;
  const [first, last] = [events[0]?.time ?? 0, events.at(-1)?.time ?? 0];
  const missing = missingTimes(events, { start: first, end: last }).filter(isPaid).length;
  const inside = events.filter(({ time }) => isPaid(time));
  const whole = inside.filter(({ rate, mark }) => rate !== null && mark != null);
  const of = inside.length + missing;
  const paid = whole.reduce((sum, { rate, mark }) => {
    return sum.plus(new Big(rate ?? 0).times(mark ?? 0));
  }, new Big(0));
  const isWhole = whole.length === of;
  const covered = isWhole ? to - from : coveredTime(whole, { from, to }).covered;
  return { paid, counted: whole.length, of, covered };
}

/** A range with both ends, milliseconds since the epoch. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A time at which a hedge can begin and end, with the mark price of each market. */
export interface Instant {
  /** Milliseconds since the epoch; the later one where the two differ by a minute. */
  readonly time: number;
  readonly mark: BySide<string>;
}

/**
 * Returns the times in a range at which both markets settle, within a minute, with a mark price. Markets that
 * never settle together meet at events of the slower one: the other then has the mark of its last event, if
 * that is no older than its spacing. Source: FIGURES, pairs, compare.
 * @param events of each market, oldest first
 */
function instantsOf(events: BySide<readonly TimedEvent[]>, span: Span): Instant[] {
  const isInside = ({ time }: { readonly time: number }) => time >= span.from && time <= span.to;
  const together = meetings(events).filter(isInside);
  const found = together.length > 0 ? together : apart(events, isInside);
  return found.flatMap(({ time, long, short }) =>
    long?.mark == null || short?.mark == null
      ? []
      : [{ time, mark: { long: long.mark, short: short.mark } }],
  );
}

interface Meeting extends BySide<TimedEvent | undefined> {
  readonly time: number;
}

function meetings({ long: longs, short: shorts }: BySide<readonly TimedEvent[]>): Meeting[] {
  let at = 0;
  return longs.flatMap((long) => {
    while ((shorts[at]?.time ?? Infinity) < long.time - MINUTE_MS) at++;
    const short = shorts[at];
    if (short === undefined || short.time > long.time + MINUTE_MS) return [];
    at++;
    return [{ time: Math.max(long.time, short.time), long, short }];
  });
}

/** Returns the events of the slower market, each with the last marked one of the other. */
function apart(
  events: BySide<readonly TimedEvent[]>,
  isInside: (event: TimedEvent) => boolean,
): Meeting[] {
  const lead = slowerOf(bySide((side) => events[side].filter(isInside)));
  const marked = events[lead === "long" ? "short" : "long"].filter(({ mark }) => mark != null);
  let at = -1;
  return events[lead].filter(isInside).map((own) => {
    while ((marked[at + 1]?.time ?? Infinity) <= own.time) at++;
    const last = marked[at];
    const isFresh = last !== undefined && own.time - last.time <= (last.spacing ?? 0);
    const other = isFresh ? last : undefined;
    const both = lead === "long" ? { long: own, short: other } : { long: other, short: own };
    return { time: own.time, ...both };
  });
}

/** Returns the side with the longest spacing; of equal ones the long one. */
function slowerOf({ long, short }: BySide<readonly TimedEvent[]>): Side {
  const longest = (events: readonly TimedEvent[]) =>
    events.reduce((most, { spacing = 0 }) => Math.max(most, spacing), 0);
  return longest(short) > longest(long) ? "short" : "long";
}
