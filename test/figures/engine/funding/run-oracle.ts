/*
 * Recomputes the run of a position from the raw records with integers and plain loops. It shares no
 * code with src/figures/engine and follows the text of, alone.
 */

export interface RawEvent extends Record<string, unknown> {
  readonly funding_time: string;
  readonly funding_rate: string | null;
  readonly funding_interval: number | null;
  readonly mark_price: string | null;
}

export interface RawLeg {
  readonly side: string;
  readonly market_id: number | null;
  readonly quantity: number;
}

interface Recomputed {
  readonly end: number | undefined;
  /** USD a day with 8 decimals, as an integer; undefined when the figure is unknown. */
  readonly perDay: bigint | undefined;
  readonly unknown: string | undefined;
  readonly coveredHours: number | undefined;
}

export interface Known {
  readonly at: number;
  readonly interval: number | null;
  /** Rate × mark with 30 decimals; undefined if one of them is missing. */
  readonly value: bigint | undefined;
  /** With 15 decimals. */
  readonly rate: bigint | undefined;
  /** With 15 decimals. */
  readonly mark: bigint | undefined;
  readonly conflict: boolean;
  own: number;
}

const MIN = 60_000;
const HOUR = 60 * MIN;
const DECIMALS = 30;

/** The digits of a decimal text as an integer with so many decimals. */
export function scaled(text: string, decimals: number): bigint {
  const negative = text.startsWith("-");
  const [whole = "0", part = ""] = text.replace(/^[+-]/, "").split(".");
  const digits = BigInt(whole + part.padEnd(decimals, "0").slice(0, decimals));
  return negative ? -digits : digits;
}

const read = new WeakMap<readonly RawEvent[], Known[]>();

export function known(raw: readonly RawEvent[]): Known[] {
  const before = read.get(raw);
  if (before !== undefined) return before;
  const byMinute = new Map<number, RawEvent[]>();
  for (const event of raw) {
    const at = Math.round(Date.parse(event.funding_time) / MIN) * MIN;
    byMinute.set(at, [...(byMinute.get(at) ?? []), event]);
  }
  const times = [...byMinute.keys()].sort((a, b) => a - b);
  const found: Known[] = times.map((at) => {
    const all = byMinute.get(at) ?? [];
    const texts = all.map((it) =>
      JSON.stringify([it.funding_rate, it.mark_price, it.funding_interval]),
    );
    const conflict = new Set(texts).size > 1;
    const { funding_rate: rate = null, mark_price: mark = null } = all[0] ?? {};
    const isKnown = !conflict && rate !== null && mark !== null;
    const value = isKnown ? scaled(rate, 15) * scaled(mark, 15) : undefined;
    const rated = conflict || rate === null ? undefined : scaled(rate, 15);
    const marked = conflict || mark === null ? undefined : scaled(mark, 15);
    const both = { rate: rated, mark: marked };
    return { at, ...both, interval: all[0]?.funding_interval ?? null, value, conflict, own: 0 };
  });
  pace(found);
  read.set(raw, found);
  return found;
}

/** Fills in the own spacing of every event: all events of the random markets have an interval. */
function pace(events: Known[]): void {
  const gap = (i: number) => (events[i]?.at ?? 0) - (events[i - 1]?.at ?? 0);
  const equal = (i: number) =>
    i >= 1 && i + 2 < events.length && gap(i) === gap(i + 1) && gap(i) === gap(i + 2);
  const units: number[] = [];
  events.forEach((event, i) => {
    if (i === 0 && equal(1) && event.interval === events[1]?.interval) event.own = gap(1);
    if (i > 0 && (equal(i) || equal(i - 1) || equal(i - 2))) event.own = gap(i);
    if (event.own > 0 && event.interval !== null) units.push(event.own / event.interval);
  });
  if (units.length === 0) {
    events.forEach((event, i) => {
      if (i > 0) units.push(Math.min(HOUR, gap(i) / (event.interval ?? 1)));
    });
  }
  units.sort((a, b) => a - b);
  const unit = units[Math.ceil(units.length / 2) - 1] ?? 0;
  events.forEach((event) => {
    if (event.own > 0) return;
    event.own = Math.round(((event.interval ?? 0) * unit) / MIN) * MIN;
  });
}

/** Whether an event should be at a time, by what its neighbours say. */
function holesOf(events: readonly Known[], from: number, to: number): number[] {
  const holes: number[] = [];
  const first = events[0];
  const last = events[events.length - 1];
  if (first === undefined || last === undefined) return holes;
  for (let at = first.at - first.own; at > from; at -= first.own) holes.push(at);
  for (let at = last.at + last.own; at <= to; at += last.own) holes.push(at);
  for (let i = 1; i < events.length; i++) {
    const [a, b] = [events[i - 1], events[i]];
    if (a === undefined || b === undefined) continue;
    const least = a.own > b.own ? a.at + a.own : a.at + b.own / 2;
    for (let at = b.at - b.own; at >= least; at -= b.own) holes.push(at);
  }
  return holes;
}

export function halfEven(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n;
  const n = negative ? -numerator : numerator;
  let quotient = n / denominator;
  const twice = (n % denominator) * 2n;
  if (twice > denominator || (twice === denominator && quotient % 2n === 1n)) quotient += 1n;
  return negative ? -quotient : quotient;
}

export function recompute(
  position: {
    readonly status: string;
    readonly legs: readonly RawLeg[];
  },
  markets: ReadonlyMap<number, readonly RawEvent[]>,
  now: number,
  hours: number,
): Recomputed {
  const nothing = { end: undefined, perDay: undefined, coveredHours: undefined };
  const legs = position.status === "closed" ? [] : position.legs.filter((it) => it.quantity !== 0);
  if (legs.some((it) => it.market_id === null)) return { ...nothing, unknown: "market_unknown" };
  const all = legs.map((it) => known(markets.get(it.market_id ?? 0) ?? []));
  if (all.length === 0 || all.some((it) => it.length === 0)) {
    return { ...nothing, unknown: "funding_unknown" };
  }
  // Tries every length of a period that a leg's events ask for, the shortest first.
  const lengths = [...new Set(all.flat().map(({ own }) => own))].sort((a, b) => a - b);
  let period = 0;
  let end = 0;
  let count = 0;
  for (const length of lengths) {
    period = length;
    count = Math.ceil((hours * HOUR) / period);
    end = Math.floor(now / period) * period;
    for (;;) {
      const waiting = all.some((events) => {
        const last = events[events.length - 1];
        if (last === undefined) return false;
        for (let due = last.at + last.own; due <= end; due += last.own) {
          if (now - due <= last.own) return true;
        }
        return false;
      });
      if (!waiting) break;
      end -= period;
    }
    const inside = all.flat().filter(({ at }) => at > end - count * period && at <= end);
    if (inside.every(({ own }) => own <= period)) break;
  }
  const start = end - count * period;
  let [sum, good, isOff] = [0n, 0, false];
  const place = (at: number) => Math.ceil((at - start) / period) - 1;
  const settledIn = all.map((events) => {
    const found: Known[][] = Array.from({ length: count }, () => []);
    for (const event of events) found[place(event.at)]?.push(event);
    return found;
  });
  const holesIn = all.map((events) => new Set(holesOf(events, start, end).map(place)));
  for (let i = 0; i < count; i++) {
    let isWhole = true;
    let paid = 0n;
    for (const [index, leg] of legs.entries()) {
      const events = settledIn[index]?.[i] ?? [];
      if (events.length === 0 || holesIn[index]?.has(i)) isWhole = false;
      for (const { value, conflict } of events) {
        if (conflict) isOff = true;
        if (value === undefined) isWhole = false;
        const signed = BigInt(leg.side === "long" ? -1 : 1) * BigInt(leg.quantity);
        paid += (value ?? 0n) * signed;
      }
    }
    if (!isWhole) continue;
    sum += paid;
    good++;
  }
  const isEnough = good > 0 && good * 20 >= count * 19;
  const missing = isEnough ? undefined : "events_missing";
  const unknown = isOff ? "events_conflicting" : missing;
  const scale = 10n ** BigInt(DECIMALS - 8);
  return {
    end,
    perDay:
      unknown === undefined
        ? halfEven(sum * BigInt(24 * HOUR), BigInt(good * period) * scale)
        : undefined,
    unknown,
    coveredHours: (good * period) / HOUR,
  };
}
