import { Big } from "big.js";
import { decimal, type Figure, sumOf } from "../../../base/decimal.js";
import type { Leg, LegDetail, Position } from "../../../client/resources/position.js";
import { isSide, isStatus } from "../../../client/resources/terms.js";

/** A leg whose funding is computed; a listing does not have its closing price. */
export type FundedLeg = Leg & Partial<Pick<LegDetail, "close_price">>;

/** Why the funding of a leg is unknown. */
export type UnknownLeg =
  | "market_unknown"
  | "size_unknown"
  | "legs_alike"
  | "closing_unknown"
  | "quantity_negative"
  /** The status, the side or the quantity cannot be read. */
  | "unreadable"
  /** When the position was opened or closed cannot be read. */
  | "time_unknown"
  | "funding_unknown";

/** Where the quantities of a leg come from. */
export interface SizeSource {
  /** Time of the first snapshot, milliseconds since the epoch; undefined for the current quantity. */
  readonly recordedSince?: number | undefined;
  /** True if several legs have its name, so that recorded quantities of an open leg do not count. */
  readonly alike?: true;
  /** Number of events between two snapshots with different quantities. */
  readonly unsized: number;
}

/** The quantity of a leg over time. */
export interface LegSize {
  readonly source: Omit<SizeSource, "unsized">;
  /** Returns the quantity at a time; null where it changed between two snapshots. */
  at(time: number): Figure;
}

/**
 * Returns the quantity of a leg over time: as recorded, else of an open leg the current one, else the reason
 * why it is unknown. @param sizes what snapshots have of the legs of the position
 */
export function legSize(
  status: Position["status"],
  leg: FundedLeg,
  sizes: readonly LegSizes[] = [],
): LegSize | UnknownLeg {
  if (leg.quantity < 0) return "quantity_negative";
  if (!isStatus(status) || !isSide(leg.side)) return "unreadable";
  if (status === "open" && leg.close_price != null) return "closing_unknown";
  const own = sizes.filter(({ name }) => looksLike(name, leg));
  const [recorded] = own;
  const isAlike = own.length > 1 || recorded?.alike === true;
  if (recorded === undefined || isAlike) {
    if (status === "closed") return isAlike ? "legs_alike" : "size_unknown";
    const quantity = decimal(leg.quantity);
    if (quantity === null) return "unreadable";
    return { source: isAlike ? { alike: true } : {}, at: () => quantity };
  }
  return {
    source: { recordedSince: recorded.stretches[0]?.from },
    at: (time) => positive(sizeAt(recorded, time)),
  };
}

/** Reports whether a recorded leg can be this one; its market id may have been null. */
function looksLike({ side, exchange, symbol }: LegSizes["name"], leg: FundedLeg): boolean {
  return side === leg.side && exchange === leg.exchange && symbol === leg.symbol;
}

function positive(quantity: Figure | undefined): Figure {
  return quantity === undefined || quantity?.lt(0) ? null : quantity;
}

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

/** Returns the quantity at a time; undefined where it changed between two snapshots. */
function sizeAt({ stretches }: LegSizes, time: number): Big | undefined {
  // That of the first and of the last snapshot holds beyond them.
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (first !== undefined && time <= first.to) return first.quantity;
  if (last !== undefined && time >= last.from) return last.quantity;
  return stretches.find(({ from, to }) => time >= from && time <= to)?.quantity;
}
