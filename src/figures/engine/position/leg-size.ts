import { decimal, type Figure } from "../../../base/decimal.js";
import type { Leg, LegDetail, Position } from "../../../client/resources/position.js";
import { isSide, isStatus } from "../../../client/resources/words.js";
import { type LegSizes, sizeAt } from "./recorded-sizes.js";

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
