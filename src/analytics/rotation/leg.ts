import { Big } from "big.js";
import { countedAlike, isSameUnit, unitPrice } from "../../book/multiples.js";
import type { Leg, Position } from "../../client/resources/position.js";
import { BOTH_SIDES, type BySide, type Side } from "../market/by-side.js";
import type { RunMarket } from "../market/run-market.js";
import { heldLegs } from "../position/held-legs.js";
import { signOf } from "../position/leg.js";
import { markOf } from "../position/mark.js";

/** A market that a position could move to. */
export interface RotateMarket {
  readonly id: number;
  /** Empty if it is not listed. */
  readonly symbol: string;
  readonly market: RunMarket;
  /** Mark price of its newest event that has one. */
  readonly price: Big;
}

/** A leg of a candidate. */
export interface CandidateLeg {
  readonly market: RotateMarket;
  readonly side: Side;
  /** In the contract of its market. */
  readonly quantity: Big;
  /** What the position does not hold there yet, in the same contract. */
  readonly missing: Big;
}

/**
 * Returns the legs of a candidate at the quantity of the larger side of a position; undefined if the
 * prices say that a unit of them is not the asset of the position. src/features/rotate/explain.md, "Rotate".
 */
export function candidateLegs(
  position: Pick<Position, "asset" | "status" | "legs">,
  markets: BySide<RotateMarket>,
): readonly CandidateLeg[] | undefined {
  const held = heldLegs(position).map((leg) => ({
    ...leg,
    mark_price: leg.mark_price ?? leg.open_price,
  }));
  const [first] = held;
  if (first === undefined) return undefined;
  const as = (side: Side): Leg => ({
    ...first,
    ...{ side, market_id: markets[side].id, symbol: markets[side].symbol, open_price: null },
    mark_price: markets[side].price.toNumber(),
  });
  const alike = countedAlike([...held, ...BOTH_SIDES.map(as)], position.asset);
  const units = alike.map((counted) => {
    const price = markOf(counted.leg) ?? counted.leg.open_price;
    return price === null || price <= 0 ? null : unitPrice(counted, new Big(price));
  });
  const least = units[0];
  const isOther = (unit: Big | null | undefined) =>
    least == null || unit == null || !isSameUnit(unit.div(least));
  if (units.slice(held.length).some(isOther)) return undefined;
  const quantity = largerSide(alike.slice(0, held.length));
  return BOTH_SIDES.map((side, at) => {
    const { id } = markets[side];
    const own = unitPrice(alike[held.length + at] ?? { factor: new Big(1) }, quantity);
    const there = held
      .filter((leg) => leg.market_id === id && leg.side === side)
      .reduce((sum, leg) => sum.plus(leg.quantity), new Big(0));
    const missing = own.gt(there) ? own.minus(there) : new Big(0);
    return { market: markets[side], side, quantity: own, missing };
  });
}

/** Returns the quantity of the larger side, in units of the asset. */
function largerSide(legs: ReturnType<typeof countedAlike>): Big {
  const [long, short] = ([1, -1] as const).map((sign) =>
    legs
      .filter(({ leg }) => signOf(leg) === sign)
      .reduce((sum, { leg, factor }) => sum.plus(factor.times(leg.quantity)), new Big(0)),
  );
  if (long === undefined || short === undefined) return new Big(0);
  return long.gt(short) ? long : short;
}
