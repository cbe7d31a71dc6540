/*
 * Recomputes a rotation from the raw records with plain loops and doubles. It shares no code with
 * src/analytics and follows the text of src/features/rotate/explain.md, "Rotate", alone.
 */
import {
  firstByMinute,
  holesOf,
  type Known,
  known,
  type RawEvent,
} from "../../analytics/funding/run-oracle.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

export interface RawLeg {
  readonly side: "long" | "short";
  readonly market_id: number;
  readonly quantity: number;
  readonly mark_price: number;
}

export interface Move {
  readonly long: number;
  readonly short: number;
  readonly run: number;
  /** End of its 7 days. */
  readonly end: number;
  readonly gain: number;
  readonly cost: number;
  readonly days: number | null;
  readonly keeps: readonly string[];
  /** Standard error of the gain, USD a day; null if unknown. */
  readonly se: number | null;
  readonly worst: { readonly value: number | null; readonly known: number; readonly of: number };
}

export interface Moves {
  /** USD a day of what is held; null if it is not known. */
  readonly held: number | null;
  readonly offered: readonly Move[];
  readonly uncovered: number;
  readonly conflicting: number;
  readonly otherUnit: number;
  /** Markets left out for their own funding, `17 conflicting`. */
  readonly lacking: readonly string[];
}

/** The power of ten by which a price is above the least one; 1 below a hundred. */
function multiple(price: number, least: number): number {
  for (let power = 2; power <= 9; power++) {
    const rest = price / least / 10 ** power;
    if (rest >= 0.8 && rest <= 1.25) return 10 ** power;
  }
  return 1;
}

export function moves(
  legs: readonly RawLeg[],
  markets: ReadonlyMap<number, readonly RawEvent[]>,
  now: number,
  fee: number,
): Moves {
  const ids = [...markets.keys()].sort((a, b) => a - b);
  const marks = new Map<number, number>();
  for (const id of ids) {
    const sentAt = firstByMinute(markets.get(id) ?? []);
    for (const event of known(markets.get(id) ?? [])) {
      const sent = sentAt.get(event.at);
      if (!event.conflict && event.at <= now && sent?.mark_price != null) {
        marks.set(id, Number(sent.mark_price));
      }
    }
  }
  const events = new Map(ids.map((id) => [id, known(markets.get(id) ?? [])]));
  const eventsOf = (id: number) => events.get(id) ?? [];
  const heldIds = legs.map((leg) => leg.market_id);
  const pairs = ids.flatMap((a) => ids.filter((b) => b > a).map((b) => [a, b] as const));
  const alike = pairs.filter(([a, b]) => quantitiesOf(a, b, legs, marks) !== undefined);
  const alone = clockOf(heldIds.map(eventsOf), now);
  if (paid(legs, markets, alone) === null) {
    const none = { offered: [], uncovered: 0, conflicting: 0, otherUnit: 0 };
    return { held: null, ...none, lacking: [] };
  }
  const lacks = new Map<number, string>();
  for (const id of ids) {
    const lack = lackOf(eventsOf(id), clockOf([eventsOf(id)], now));
    if (lack !== undefined) lacks.set(id, lack);
  }
  const held = paid(legs, markets, alone) ?? Number.NaN;
  const offered: Move[] = [];
  let [uncovered, conflicting] = [0, 0];
  for (const [one, other] of alike) {
    const why = [lacks.get(one), lacks.get(other)];
    const clock = clockOf([one, other].map(eventsOf), now);
    const straight = moveTo(one, other, { legs, markets, marks, clock, held, fee, now });
    if (why.includes("conflicting")) conflicting++;
    else if (why.some((it) => it !== undefined) || straight === undefined) uncovered++;
    else {
      const turned = moveTo(other, one, { legs, markets, marks, clock, held, fee, now });
      const best = straight.run < 0 && turned !== undefined ? turned : straight;
      const isHeld = (at: number, side: string) =>
        legs.some((leg) => leg.market_id === at && leg.side === side);
      const isSame = legs.length === 2 && isHeld(best.long, "long") && isHeld(best.short, "short");
      if (!isSame) offered.push(best);
    }
  }
  offered.sort((a, b) => b.gain - a.gain);
  return {
    ...{ held, offered, uncovered, conflicting },
    otherUnit: pairs.length - alike.length,
    lacking: [...lacks].sort(([a], [b]) => a - b).map(([id, why]) => `${id} ${why}`),
  };
}

/** Why a market is not known over a clock. */
function lackOf(events: readonly Known[], { period, count, end }: Clock): string | undefined {
  const start = end - count * period;
  const missing = holesOf(events, start, end);
  let whole = 0;
  for (let at = start; at < end; at += period) {
    const own = events.filter((event) => event.at > at && event.at <= at + period);
    if (own.some(({ conflict }) => conflict)) return "conflicting";
    const isWhole = own.length > 0 && own.every(({ value }) => value !== undefined);
    if (isWhole && !missing.some((hole) => hole > at && hole <= at + period)) whole++;
  }
  return whole * 20 < count * 19 ? "uncovered" : undefined;
}

/** The quantity of each leg of a pair in its own contract; undefined if it is of another unit. */
function quantitiesOf(
  long: number,
  short: number,
  legs: readonly RawLeg[],
  marks: ReadonlyMap<number, number>,
): { readonly long: number; readonly short: number } | undefined {
  const price = { long: marks.get(long) ?? 0, short: marks.get(short) ?? 0 };
  const least = Math.min(...legs.map((leg) => leg.mark_price), price.long, price.short);
  const unit = (leg: RawLeg) => leg.mark_price / multiple(leg.mark_price, least);
  const base = legs[0] === undefined ? 0 : unit(legs[0]);
  const of = (side: "long" | "short") => {
    const times = multiple(price[side], least);
    const ratio = price[side] / times / base;
    return { times, isOther: ratio < 0.8 || ratio > 1.25 };
  };
  if (of("long").isOther || of("short").isOther) return undefined;
  const total = (side: string) =>
    legs
      .filter((leg) => leg.side === side)
      .reduce((sum, leg) => sum + leg.quantity * multiple(leg.mark_price, least), 0);
  const larger = Math.max(total("long"), total("short"));
  return { long: larger / of("long").times, short: larger / of("short").times };
}

interface Terms {
  readonly legs: readonly RawLeg[];
  readonly markets: ReadonlyMap<number, readonly RawEvent[]>;
  readonly marks: ReadonlyMap<number, number>;
  readonly clock: Clock;
  readonly held: number;
  readonly fee: number;
  readonly now: number;
}

/** A move to a pair of one unit; undefined under 95 %. */
function moveTo(
  long: number,
  short: number,
  { legs, markets, marks, clock, held, fee, now }: Terms,
): Move | undefined {
  const quantities = quantitiesOf(long, short, legs, marks) ?? { long: 0, short: 0 };
  const ids = { long, short };
  const wanted: RawLeg[] = (["long", "short"] as const).map((side) => ({
    ...{ side, market_id: ids[side], quantity: quantities[side] },
    mark_price: marks.get(ids[side]) ?? 0,
  }));
  const run = paid(wanted, markets, clock);
  if (run === null) return undefined;
  let cost = 0;
  const keeps: string[] = [];
  for (const leg of wanted) {
    const there = legs
      .filter((own) => own.side === leg.side && own.market_id === leg.market_id)
      .reduce((sum, own) => sum + own.quantity, 0);
    const missing = Math.max(0, leg.quantity - there);
    if (missing < 1e-12) keeps.push(leg.side);
    else cost += 2 * fee * missing * leg.mark_price;
  }
  const gain = run - held;
  const days = gain >= 0.005 ? cost / gain : null;
  const opposite = legs.map((leg) => ({ ...leg, quantity: -leg.quantity }));
  const more = over30([...wanted, ...opposite], markets, now);
  const worst = worstOf(over30(wanted, markets, now));
  return { long, short, run, end: clock.end, gain, cost, days, keeps, se: seOf(more), worst };
}

/** USD of each period of 30 days; undefined where an event of a leg is missing or conflicts. */
function over30(
  legs: readonly RawLeg[],
  markets: ReadonlyMap<number, readonly RawEvent[]>,
  now: number,
): { readonly period: number; readonly sums: readonly (number | undefined)[] } {
  const all = legs.map((leg) => known(markets.get(leg.market_id) ?? []));
  const { period, count, end } = clockOf(all, now, 30 * DAY);
  const start = end - count * period;
  const missing = all.map((events) => holesOf(events, start, end));
  const sums = Array.from({ length: count }, (_, i) => {
    const [from, to] = [start + i * period, start + (i + 1) * period];
    let sum = 0;
    for (const [at, leg] of legs.entries()) {
      const own = all[at]?.filter((event) => event.at > from && event.at <= to) ?? [];
      if (own.length === 0 || own.some((it) => it.conflict || it.value === undefined)) {
        return undefined;
      }
      if (missing[at]?.some((hole) => hole > from && hole <= to)) return undefined;
      const sign = leg.side === "long" ? -1 : 1;
      for (const { value } of own) sum += sign * leg.quantity * (Number(value ?? 0n) / 1e30);
    }
    return sum;
  });
  return { period, sums };
}

function seOf({ period, sums }: ReturnType<typeof over30>): number | null {
  const x = sums.map((sum) => (sum === undefined ? undefined : (sum * DAY) / period));
  const own = x.filter((it) => it !== undefined);
  const n = own.length;
  if (n < 8 || n * period < 10 * DAY) return null;
  const mean = own.reduce((a, b) => a + b, 0) / n;
  const variance = own.reduce((a, b) => a + (b - mean) ** 2, 0) / n;
  let shared = 0;
  for (let i = 1; i < x.length; i++) {
    const [a, b] = [x[i - 1], x[i]];
    if (a !== undefined && b !== undefined) shared += ((a - mean) * (b - mean)) / n;
  }
  const r = shared / variance;
  const rho = Math.min(0.97, Math.max(0, r + (1 + 3 * r) / n));
  const nEff = Math.max(2, (n * (1 - rho)) / (1 + rho));
  const w = Math.ceil(WEEK / period);
  return Math.sqrt((variance * nEff) / (nEff - 1) / Math.max(1, (w * nEff) / n));
}

function worstOf({ period, sums }: ReturnType<typeof over30>): Move["worst"] {
  const length = Math.ceil(WEEK / period);
  const ends = new Set<number>();
  for (let day = 0; day <= 23; day++) ends.add(sums.length - Math.floor((day * DAY) / period));
  const weeks = [...ends]
    .filter((end) => end >= length)
    .map((end) => sums.slice(end - length, end));
  const whole = weeks.filter((week) => week.every((it) => it !== undefined));
  const totals = whole.map((week) => week.reduce((a: number, b) => a + (b ?? 0), 0));
  const value = totals.length === 0 ? null : Math.min(...totals);
  return { value, known: whole.length, of: weeks.length };
}

interface Clock {
  readonly period: number;
  readonly count: number;
  readonly end: number;
}

function clockOf(all: readonly (readonly Known[])[], now: number, span = WEEK): Clock {
  const lengths = [...new Set(all.flat().map(({ own }) => own))].sort((a, b) => a - b);
  let clock = { period: 0, count: 0, end: 0 };
  for (const period of lengths) {
    const count = Math.ceil(span / period);
    let end = Math.floor(now / period) * period;
    const waits = () =>
      all.some((events) => {
        const last = events[events.length - 1];
        for (let due = (last?.at ?? 0) + (last?.own ?? 1); due <= end; due += last?.own ?? 1) {
          if (now - due <= (last?.own ?? 0)) return true;
        }
        return false;
      });
    while (waits()) end -= period;
    clock = { period, count, end };
    const start = end - count * period;
    if (all.flat().every(({ at, own }) => own <= period || at <= start || at > end)) break;
  }
  return clock;
}

/** USD a day over the whole periods; null under 95 %. */
function paid(
  legs: readonly RawLeg[],
  markets: ReadonlyMap<number, readonly RawEvent[]>,
  { period, count, end }: Clock,
): number | null {
  const start = end - count * period;
  const cells = legs.map((leg) => {
    const events = known(markets.get(leg.market_id) ?? []);
    return { leg, events, missing: holesOf(events, start, end) };
  });
  let [sum, whole] = [0, 0];
  for (let at = start; at < end; at += period) {
    let [here, isWhole] = [0, true];
    for (const { leg, events, missing } of cells) {
      const own = events.filter((event) => event.at > at && event.at <= at + period);
      if (own.some(({ conflict }) => conflict)) return null;
      if (own.length === 0 || own.some(({ value }) => value === undefined)) isWhole = false;
      if (missing.some((hole) => hole > at && hole <= at + period)) isWhole = false;
      const sign = leg.side === "long" ? -1 : 1;
      for (const { value } of own) here += sign * leg.quantity * (Number(value ?? 0n) / 1e30);
    }
    if (!isWhole) continue;
    sum += here;
    whole++;
  }
  return whole === 0 || whole * 20 < count * 19 ? null : (sum * DAY) / (whole * period);
}
