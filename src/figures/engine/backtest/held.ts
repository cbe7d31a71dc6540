import { Big } from "big.js";
import type { Figure } from "../../../base/decimal.js";
import { HOUR_MS } from "../../../base/time/periods.js";
import { ratioOf } from "../../../base/whole.js";
import { isSameUnit } from "../../../book/multiples.js";
import type { FigureUnknown } from "../figure-unknown.js";
import { LEAST_COVERED } from "../funding/sum-of-periods.js";
import { type BySide, bySide, type Side } from "../market/by-side.js";
import { coveredTime } from "../market/covered-time.js";
import { missingTimes, type TimedEvent } from "../market/rhythm.js";
import type { Measure, Unit } from "../measure.js";
import { type Instant, instantsOf, type Span } from "./instants.js";

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
  readonly funding: Measure;
  readonly price: Measure;
  readonly fees: Measure;
  /** funding + price - fees, exactly. */
  readonly net: Measure;
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
  const [before, after] = [entry, exit].map((it) => pricesOf(it, terms));
  if (before === undefined || after === undefined) return unheld(terms, "too_few_instants");
  if (!isSameUnit(before.short.div(before.long))) return unheld(terms, "units_differ");
  const highest = before.long.gt(before.short) ? before.long : before.short;
  const scaled = (perUnit: Big) => ratioOf(perUnit.times(terms.notional), highest);

  const held = { from: entry.time, to: exit.time };
  const sides = bySide((side) => settledIn(events[side], held));
  const coveredHours = Math.min(sides.long.covered, sides.short.covered) / HOUR_MS;
  const wantedHours = (exit.time - entry.time) / HOUR_MS;
  const isCovered = coveredHours * 100 >= wantedHours * LEAST_COVERED;
  const settled = {
    ...{ counted: sides.long.counted + sides.short.counted, coveredHours, wantedHours },
    ...{ of: sides.long.of + sides.short.of, ...(!isCovered && { unknown: EVENTS_MISSING }) },
  };

  const paid = (side: Side) => unitsOf(sides[side].paid, terms.multiple[side]);
  const move = (side: Side) => after[side].minus(before[side]);
  const charged = (side: Side) => before[side].plus(after[side]).times(terms.fee[side]);
  const funding = isCovered ? scaled(paid("short").minus(paid("long"))) : null;
  const price = scaled(move("long").minus(move("short")));
  const fees = scaled(charged("long").plus(charged("short")));
  const net = funding?.plus(price).minus(fees) ?? null;
  const measure = (value: Figure, unit: Unit, more: Partial<Measure> = {}): Measure => {
    return { value, unit, asOf: exit.time, ...more };
  };
  return {
    ...{ terms, entry: entry.time, exit: exit.time },
    funding: measure(funding, "usd", settled),
    price: measure(price, "usd"),
    fees: measure(fees, "usd"),
    net: measure(net, "usd", settled),
  };
}

const EVENTS_MISSING: FigureUnknown = "events_missing";

function unheld(terms: HedgeTerms, unknown: FigureUnknown): Held {
  const usd: Measure = { value: null, unit: "usd", unknown };
  return { terms, entry: null, exit: null, funding: usd, price: usd, fees: usd, net: usd };
}

/** Returns the price of a unit of the asset on each market. */
function pricesOf({ mark }: Instant, { multiple }: HedgeTerms): BySide<Big> {
  return bySide((side) => unitsOf(new Big(mark[side]), multiple[side]));
}

/** Returns an amount of a contract as that of one unit of the asset. @param multiple a power of ten */
function unitsOf(amount: Big, multiple: Big): Big {
  return multiple.eq(1) ? amount : amount.times(`1e-${multiple.e}`);
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
  const known = inside.filter(({ rate, mark }) => rate !== null && mark != null);
  const of = inside.length + missing;
  const paid = known.reduce((sum, { rate, mark }) => {
    return sum.plus(new Big(rate ?? 0).times(mark ?? 0));
  }, new Big(0));
  const isWhole = known.length === of;
  const covered = isWhole ? to - from : coveredTime(known, { from, to }).covered;
  return { paid, counted: known.length, of, covered };
}
