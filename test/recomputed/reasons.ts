import type { RawPosition } from "./positions.js";

export interface Leg {
  readonly side: "long" | "short";
  readonly quantity: number;
  readonly market_id: number | null;
  readonly leverage: number | null;
  readonly open_price: number | null;
  readonly mark_price: number | null;
  readonly mark_price_updated_at: string | null;
  /** Fields of a full position. */
  readonly close_price?: number | null;
}

export interface Listed extends RawPosition {
  readonly position_id: string;
  readonly opened_at: string;
  readonly legs: readonly Leg[];
  readonly performance?: NonNullable<RawPosition["performance"]> & {
    readonly calculated_at: string;
  };
}

const MINUTE = 60_000;

const total = (values: readonly number[]) => values.reduce((sum, it) => sum + it, 0);
const signOf = (leg: Leg) => (leg.side === "long" ? 1 : -1);
const isNegative = ({ legs }: Listed) => legs.some((leg) => leg.quantity < 0);
const heldOf = ({ status, legs }: Listed) =>
  status === "closed" ? [] : legs.filter((leg) => leg.quantity !== 0);

/** Notional, with the open price for a missing mark. */
function size(position: Listed): number | null {
  if (isNegative(position)) return null;
  const worth = (side: string) =>
    total(
      heldOf(position)
        .filter((leg) => leg.side === side)
        .map((leg) => leg.quantity * (leg.mark_price ?? leg.open_price ?? Number.NaN)),
    );
  const larger = Math.max(worth("long"), worth("short"));
  return Number.isNaN(larger) ? null : larger;
}

/** Reports whether a leg in the list may be closed. */
export function isDoubtful(position: Listed): boolean {
  const held = heldOf(position);
  if (held.length === 0 || isNegative(position)) return false;
  if (held.some((leg) => leg.mark_price === null)) return true;
  const sent = position.performance?.spread_pnl.unrealized;
  const at = Date.parse(position.performance?.calculated_at ?? "");
  const isThen = (time: string | null) => Math.abs(Date.parse(time ?? "") - at) <= 2 * MINUTE;
  if (sent === undefined || !held.every((leg) => isThen(leg.mark_price_updated_at))) return false;
  if (held.some((leg) => leg.open_price === null)) return true;
  const own = total(
    held.map((leg) => signOf(leg) * leg.quantity * ((leg.mark_price ?? 0) - (leg.open_price ?? 0))),
  );
  return Math.abs(own - sent) > (size(position) ?? 0) / 1000;
}
