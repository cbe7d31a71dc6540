import { Big } from "big.js";
import { decimal, sumOf } from "../../../base/decimal.js";
import type { Leg } from "../../../client/resources/position.js";

/** Identifies a leg within its position; legs have no id. */
export type LegName = Pick<Leg, "side" | "market_id" | "exchange" | "symbol">;

/** Time in which snapshots have the same quantity; milliseconds since the epoch, both included. */
interface Stretch {
  readonly quantity: Big;
  readonly from: number;
  readonly to: number;
}

/** The recorded quantities of a leg. */
export interface LegSizes {
  readonly name: LegName;
  /** In order, none without a readable quantity; the quantities of several legs with this name are added. */
  readonly stretches: readonly Stretch[];
  /** Whether several legs of the position had this name. */
  readonly alike: boolean;
}

/** Keeps the quantities of a position's legs from snapshot to snapshot. */
export type SizeRecorder = ReturnType<typeof createSizeRecorder>;

interface Kept {
  readonly name: LegName;
  readonly stretches: { quantity: Big; from: number; to: number }[];
  alike: boolean;
}

/** Creates a recorder. A leg that a snapshot lacks has quantity 0 there; an unreadable one is left out. */
export function createSizeRecorder() {
  const kept = new Map<string, Kept>();
  let seen: { readonly first: number; readonly last: number } | undefined;
  return {
    /** Adds the legs of an open position. @param at later than before, milliseconds since the epoch */
    see(legs: readonly (LegName & Pick<Leg, "quantity">)[], at: number): void {
      const quantities = new Map<string, Big | null>();
      for (const leg of legs) {
        const key = keyOf(leg);
        const own = kept.get(key) ?? takeUnnamed(kept, leg, legs) ?? begin(leg, seen);
        kept.set(key, own);
        const before = quantities.get(key);
        if (before !== undefined) own.alike = true;
        quantities.set(key, sumOf([before ?? new Big(0), decimal(leg.quantity)]));
      }
      for (const [key, { stretches }] of kept) {
        const quantity = quantities.has(key) ? (quantities.get(key) ?? null) : new Big(0);
        if (quantity === null) continue;
        const last = stretches.at(-1);
        if (last?.quantity.eq(quantity) === true) last.to = at;
        else stretches.push({ quantity, from: at, to: at });
      }
      seen = { first: seen?.first ?? at, last: at };
    },
    legs: (): readonly LegSizes[] => [...kept.values()],
  };
}

/** Takes out what is kept of a leg under a null market id, if it can be no other leg. */
function takeUnnamed(
  kept: Map<string, Kept>,
  leg: LegName,
  legs: readonly LegName[],
): Kept | undefined {
  const key = keyOf({ ...leg, market_id: null });
  const isAlike = (name: LegName) => keyOf({ ...name, market_id: null }) === key;
  const names = [...kept.values()].map(({ name }) => name);
  const found = kept.get(key);
  if (found === undefined || [names, legs].some((it) => it.filter(isAlike).length > 1)) return;
  kept.delete(key);
  return { ...found, name: nameOf(leg) };
}

function begin(
  leg: LegName,
  seen: { readonly first: number; readonly last: number } | undefined,
): Kept {
  return {
    name: nameOf(leg),
    stretches:
      seen === undefined ? [] : [{ quantity: new Big(0), from: seen.first, to: seen.last }],
    alike: false,
  };
}

function nameOf({ side, market_id, exchange, symbol }: LegName): LegName {
  return { side, market_id, exchange, symbol };
}

function keyOf({ side, market_id, exchange, symbol }: LegName): string {
  return `${side}\n${market_id}\n${exchange}\n${symbol}`;
}

/** A part of a range of time, (from, to]. */
export interface SizedSpan {
  readonly from: number;
  readonly to: number;
  /** Undefined between two snapshots with different quantities, or without any. */
  readonly quantity: Big | undefined;
}

/**
 * Divides (start, end] by the quantity of a leg; that of the first and last snapshot holds beyond them, and
 * without one it is unknown.
 */
function sizedSpans({ stretches }: LegSizes, start: number, end: number): SizedSpan[] {
  const spans: SizedSpan[] = [];
  const add = (from: number, to: number, quantity: Big | undefined) => {
    const [begin, until] = [Math.max(from, start), Math.min(to, end)];
    if (begin < until) spans.push({ from: begin, to: until, quantity });
  };
  if (stretches.length === 0) add(start, end, undefined);
  for (const [index, { quantity, from, to }] of stretches.entries()) {
    const before = stretches[index - 1];
    // A stretch includes the instant of its first snapshot.
    if (before !== undefined) add(before.to, from - 1, undefined);
    const since = before === undefined ? start : from - 1;
    add(since, index === stretches.length - 1 ? end : to, quantity);
  }
  return spans;
}

/** Returns the quantity at a time; undefined where it changed between two snapshots. */
export function sizeAt(sizes: LegSizes, time: number): Big | undefined {
  return sizedSpans(sizes, time - 1, time)[0]?.quantity;
}
