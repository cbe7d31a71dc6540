import { Big } from "big.js";
import { doubtedFields } from "../../../base/as-sent.js";
import { decimal, type Figure, sumOf } from "../../../base/decimal.js";
import { DAY_MS } from "../../../base/time/periods.js";
import { instantOf } from "../../../client/listing/record-time.js";
import type { Leg, LegDetail, Position } from "../../../client/resources/position.js";
import { isSide, isStatus, SIDES } from "../../../client/resources/terms.js";
import { problemOf } from "../../../client/validate/misfit.js";
import type { HeldMark } from "../../credible/credible-events.js";

/** The fields of a position that determine what is held. */
export interface Holder<L extends Leg = Leg> {
  readonly status: Position["status"];
  readonly legs: readonly L[];
}

/** A leg of a listing, or of a full position, which also has its closing price. */
type Closable = Leg & { readonly close_price?: number | null };

/**
 * Returns the quantity that a leg holds, in the asset: 0 if the position or the leg is closed,
 * whatever its quantity field; `NaN` if the status or the side is an unknown word.
 */
function heldQuantity(status: Position["status"], leg: Closable): number {
  if (isClosed(status, leg)) return 0;
  return status === "open" && isSide(leg.side) ? leg.quantity : Number.NaN;
}

/** Returns the legs that hold something. Only these can lose, pay or lack a mark price. */
export function heldLegs<L extends Leg>({ status, legs }: Holder<L>): L[] {
  return legs.filter((leg) => heldQuantity(status, leg) !== 0);
}

/** Returns the sides of an open position on which nothing is held; none where that cannot be counted. */
export function emptySides(position: Holder): (typeof SIDES)[number][] {
  if (position.status !== "open" || whyUncountable(position) !== undefined) return [];
  const held = heldLegs(position);
  return SIDES.filter((side) => held.every((leg) => leg.side !== side));
}

/**
 * Returns why nothing can be computed from the quantities of a position: one is negative or cannot be
 * read, or the status or a side is an unknown word.
 */
export function whyUncountable({
  status,
  legs,
}: Holder): "quantity_negative" | "unreadable" | undefined {
  if (legs.some(({ quantity }) => quantity < 0)) return "quantity_negative"; // the side gives the direction
  return legs.some((leg) => Number.isNaN(heldQuantity(status, leg))) ? "unreadable" : undefined;
}

/** Reports whether a closed leg still has a quantity, which then counts as 0. */
export function contradictsItself({ status, legs }: Holder): boolean {
  return legs.some((leg) => leg.quantity !== 0 && isClosed(status, leg));
}

function isClosed(status: Position["status"], leg: Closable): boolean {
  return status === "closed" || (leg.close_price ?? null) !== null;
}

/** Returns 1 for a long leg, -1 for a short one or an unknown side, whose {@link heldQuantity} is NaN. */
export function signOf({ side }: Pick<Leg, "side">): 1 | -1 {
  return side === "long" ? 1 : -1;
}

/**
 * Returns the notional of a leg, USD, with the open price in place of a missing mark: an estimate,
 * for shares of a total and for limits that are a percentage of the notional.
 */
function aboutNotionalOf(leg: Leg, status: Position["status"]): Figure {
  return worth(leg, status, leg.mark_price ?? leg.open_price);
}

function worth(leg: Leg, status: Position["status"], price: number | null): Figure {
  if (leg.quantity < 0) return null;
  const held = decimal(heldQuantity(status, leg));
  if (held === null || held.eq(0)) return held;
  return decimal(price)?.times(held) ?? null;
}

/**
 * Returns the price PnL of a leg, USD: sign × quantity × (close or mark - open). Null if a price is
 * missing, for a quantity of 0, since the former quantity is then unknown, and for a negative
 * quantity. Excludes what earlier changes of size realized.
 */
export function pricePnlOf(leg: Leg & { readonly close_price?: number | null }): Figure {
  const open = decimal(leg.open_price);
  const last = decimal(leg.close_price ?? leg.mark_price);
  if (open === null || last === null || !(leg.quantity > 0) || !isSide(leg.side)) return null;
  return last.minus(open).times(leg.quantity).times(signOf(leg));
}

/**
 * Returns N, the notional of the larger side, USD, with the open price for a missing mark price. Null
 * if both prices of a leg are missing, or what is held cannot be counted.
 */
export function sizeOf(position: Holder): Figure {
  if (whyUncountable(position) !== undefined) return null;
  const { status, legs } = position;
  const [long, short] = SIDES.map((side) =>
    sumOf(legs.filter((leg) => leg.side === side).map((leg) => aboutNotionalOf(leg, status))),
  );
  if (long == null || short == null) return null;
  return long.gt(short) ? long : short;
}

/** Returns 0 for an amount that is displayed as 0.00. */
export function readable(amount: Big): Big {
  return amount.abs().lt("0.005") ? new Big(0) : amount;
}

/** Returns the funding of a leg, USD: the manual override, or else the calculated amount. */
export function effectiveFunding({ funding }: Pick<LegDetail, "funding">): number {
  return funding.override ?? funding.calculated;
}

/** Returns the fees paid for a leg so far, USD: for opening and, if closed, for closing it. */
export function feesPaidOf(leg: LegDetail): Figure {
  return sumOf([decimal(leg.open_fee_paid), decimal(leg.close_fee_paid ?? 0)]);
}

/** Returns the funding of all legs, USD; null without a leg. */
export function fundingOf(legs: readonly LegDetail[]): Figure {
  return legs.length === 0 ? null : sumOf(legs.map((leg) => decimal(effectiveFunding(leg))));
}

/** Returns the fees paid for all legs so far, USD; null without a leg. */
export function feesOf(legs: readonly LegDetail[]): Figure {
  return legs.length === 0 ? null : sumOf(legs.map(feesPaidOf));
}

/** Returns the newest mark of a held leg of each market. */
export function heldMarks(positions: readonly Holder[]): ReadonlyMap<number, HeldMark> {
  const marks = new Map<number, HeldMark>();
  for (const { market_id: id, ...leg } of positions.flatMap(heldLegs)) {
    const { mark_price: price, mark_price_updated_at: time, open_price: open } = leg;
    if (id === null || price === null || time === null) continue;
    const mark = { price, open, at: instantOf(time) };
    if (mark.at >= (marks.get(id)?.at ?? 0)) marks.set(id, mark);
  }
  return marks;
}

/**
 * Returns how long a position has been held until it was closed or until now, days rounded to 8 decimals, 0
 * at least; NaN if a time cannot be read, or cannot be true.
 */
export function daysHeld(
  position: { readonly opened_at: string; readonly closed_at: string | null },
  now: number,
): number {
  if (doubtedFields(position).includes("opened_at")) return Number.NaN;
  const { opened_at: opened, closed_at: closed } = position;
  const held = (closed === null ? now : instantOf(closed)) - instantOf(opened);
  return Number((Math.max(0, held) / DAY_MS).toFixed(8));
}

/** Reports whether a position does not match the interface, or has a status or side that it does not have. */
export function isUnreadable(position: Position): boolean {
  const { status, legs } = position;
  if (!isStatus(status) || legs.some(({ side }) => !isSide(side))) return true;
  return problemOf(position) !== undefined;
}

export type Side = (typeof SIDES)[number];

/** One value for each side of a hedge. */
export type BySide<T> = Readonly<Record<Side, T>>;

/** Applies a function to both sides. */
export function bySide<T>(of: (side: Side) => T): BySide<T> {
  return { long: of("long"), short: of("short") };
}

/** The side on which a market is held. */
export type HeldSide = Side | "both";

/** Returns the sides of the markets that positions hold, by the ids of the markets. */
export function sidesOf(positions: readonly Position[]): ReadonlyMap<number, HeldSide> {
  const sides = new Map<number, HeldSide>();
  for (const { side, market_id: id } of positions.flatMap((it) => heldLegs(it))) {
    if (id === null || !isSide(side)) continue;
    const other = sides.get(id);
    sides.set(id, other === undefined || other === side ? side : "both");
  }
  return sides;
}

/**
 * Returns the exchanges of a position, long before short: `binance/bybit+okx`. Positions are grouped
 * by pair, not by exchange, since the service reports earnings per position.
 */
export function pairOf(legs: readonly Pick<Leg, "side" | "exchange">[]): string {
  return SIDES.map((side) => {
    const names = legs.filter((leg) => leg.side === side).map(({ exchange }) => exchange);
    return [...new Set(names)].sort().join("+") || "none";
  }).join("/");
}
