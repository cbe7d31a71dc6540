/*
 * Recomputes a rotation from the raw records with plain loops and doubles. It shares no code with
 * src/analytics and follows the text of docs/analytics.md, "Rotate", alone.
 */
import { holesOf, type Known, known, type RawEvent } from "../analytics/run-oracle.js";

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
  readonly held: number;
  readonly gain: number;
  readonly cost: number;
  readonly days: number | null;
  readonly keeps: readonly string[];
  readonly end: number;
}

export interface Moves {
  readonly offered: readonly Move[];
  readonly uncovered: number;
  readonly otherUnit: number;
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
    for (const event of known(markets.get(id) ?? [])) {
      const sent = markets.get(id)?.find((it) => minute(it) === event.at);
      if (!event.conflict && event.at <= now && sent?.mark_price != null) {
        marks.set(id, Number(sent.mark_price));
      }
    }
  }
  const offered: Move[] = [];
  let [uncovered, otherUnit] = [0, 0];
  for (const one of ids) {
    for (const other of ids) {
      if (other <= one) continue;
      const ways = [
        [one, other],
        [other, one],
      ] as const;
      const found = ways.map(([long, short]) =>
        moveTo(long, short, legs, markets, marks, now, fee),
      );
      if (found.includes("other unit")) otherUnit++;
      else if (found.includes("uncovered")) uncovered++;
      else {
        const [straight, turned] = found as Move[];
        const best = straight !== undefined && straight.run < 0 ? turned : straight;
        const isHeld = (at: number, side: string) =>
          legs.some((leg) => leg.market_id === at && leg.side === side);
        if (best === undefined) continue;
        const isSame =
          legs.length === 2 && isHeld(best.long, "long") && isHeld(best.short, "short");
        if (!isSame) offered.push(best);
      }
    }
  }
  offered.sort((a, b) => b.gain - a.gain);
  return { offered, uncovered, otherUnit };
}

function minute(event: RawEvent): number {
  return Math.round(Date.parse(event.funding_time) / 60_000) * 60_000;
}

function moveTo(
  long: number,
  short: number,
  legs: readonly RawLeg[],
  markets: ReadonlyMap<number, readonly RawEvent[]>,
  marks: ReadonlyMap<number, number>,
  now: number,
  fee: number,
): Move | "uncovered" | "other unit" {
  const price = { long: marks.get(long) ?? 0, short: marks.get(short) ?? 0 };
  const least = Math.min(...legs.map((leg) => leg.mark_price), price.long, price.short);
  const unit = (leg: RawLeg) => leg.mark_price / multiple(leg.mark_price, least);
  const base = legs[0] === undefined ? 0 : unit(legs[0]);
  const of = (side: "long" | "short") => {
    const times = multiple(price[side], least);
    const ratio = price[side] / times / base;
    return { times, isOther: ratio < 0.8 || ratio > 1.25 };
  };
  if (of("long").isOther || of("short").isOther) return "other unit";
  const total = (side: string) =>
    legs
      .filter((leg) => leg.side === side)
      .reduce((sum, leg) => sum + leg.quantity * multiple(leg.mark_price, least), 0);
  const larger = Math.max(total("long"), total("short"));
  const wanted: RawLeg[] = (["long", "short"] as const).map((side) => ({
    side,
    market_id: side === "long" ? long : short,
    quantity: larger / of(side).times,
    mark_price: price[side],
  }));
  const all = [...legs, ...wanted].map((leg) => known(markets.get(leg.market_id) ?? []));
  if (all.some((events) => events.length === 0)) return "uncovered";
  const clock = clockOf(all, now);
  const [held, run] = [paid(legs, markets, clock), paid(wanted, markets, clock)];
  if (held === null || run === null) return "uncovered";
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
  return { long, short, run, held, gain, cost, days, keeps, end: clock.end };
}

interface Clock {
  readonly period: number;
  readonly count: number;
  readonly end: number;
}

function clockOf(all: readonly (readonly Known[])[], now: number): Clock {
  const lengths = [...new Set(all.flat().map(({ own }) => own))].sort((a, b) => a - b);
  let clock = { period: 0, count: 0, end: 0 };
  for (const period of lengths) {
    const count = Math.ceil(WEEK / period);
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
