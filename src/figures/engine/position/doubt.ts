import { decimal, PERCENT, sumOf } from "../../../base/decimal.js";
import { MINUTE_MS } from "../../../base/time/periods.js";
import { instantOf } from "../../../client/listing/record-time.js";
import type { Leg, Performance, Position } from "../../../client/resources/position.js";
import { type Holder, heldLegs, pricePnlOf, sizeOf, whyUncountable } from "./legs.js";

/** The part of a performance that depends on what is held. */
interface Unrealized {
  readonly spread_pnl: Pick<Performance["spread_pnl"], "unrealized">;
  readonly calculated_at: string;
}

/** Maximum difference due to newer marks, percent of the notional of the larger side. */
const MOST_APART = "0.1";
/** Maximum time between a mark and the performance that are compared. */
const ONE_TIME_MS = 2 * MINUTE_MS;

/**
 * Reports whether a leg of an open position may be closed although the list, which has no close_price, does
 * not show it: a held leg has no mark price, or the price PnL of the legs differs from the unrealized PnL of
 * the performance, and every mark is of its time. Then the full position has to be fetched. False for one that
 * was.
 */
export function mayHideAClosedLeg(
  position: Holder & { readonly performance?: Unrealized | undefined },
): boolean {
  const { performance, status, legs } = position;
  const held = heldLegs(position);
  if (status === "closed" || held.length === 0 || whyUncountable(position) !== undefined)
    return false;
  if (legs.every((leg) => "close_price" in leg)) return false;
  if (held.some((leg) => leg.mark_price === null)) return true;
  if (performance === undefined || !areOfItsTime(held, performance)) return false;
  const unrealized = decimal(performance.spread_pnl.unrealized);
  if (unrealized === null) return false;
  const [own, size] = [sumOf(held.map(pricePnlOf)), sizeOf(position)];
  if (own === null || size === null) return true;
  return own.minus(unrealized).abs().gt(size.times(MOST_APART).times(PERCENT));
}

function areOfItsTime(held: readonly Leg[], { calculated_at }: Unrealized): boolean {
  const at = instantOf(calculated_at);
  return held.every(
    ({ mark_price_updated_at: time }) =>
      time !== null && Math.abs(instantOf(time) - at) <= ONE_TIME_MS,
  );
}

/** Positions with the legs of the full position where the list leaves doubt. */
export interface WithWholeLegs {
  readonly positions: readonly Position[];
  /** Ids of positions that are needed in full but could not be fetched. */
  readonly unchecked: ReadonlySet<string>;
}

/** Replaces legs that may hide a closed one by those of the full positions, as far as these are known. */
export function withWholeLegs(
  positions: readonly Position[],
  full: ReadonlyMap<string, Pick<Position, "legs">>,
): WithWholeLegs {
  const doubtful = new Set(positions.filter(mayHideAClosedLeg).map((it) => it.position_id));
  const wholeOf = ({ position_id: id }: Position) => (doubtful.has(id) ? full.get(id) : undefined);
  return {
    positions: positions.map((it) => {
      const legs = wholeOf(it)?.legs;
      return legs === undefined ? it : { ...it, legs };
    }),
    unchecked: new Set([...doubtful].filter((id) => !full.has(id))),
  };
}
