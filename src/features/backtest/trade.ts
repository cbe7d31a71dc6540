import type { Big } from "big.js";
import { type BySide, bySide } from "../../analytics/market/by-side.js";
import { quotientOf, wholeOf } from "../../base/whole.js";
import type { Instant } from "./clock.js";

/** Size and costs of a hedge. */
export interface TradeTerms {
  /** Notional of the larger side at entry, USD. */
  readonly notional: Big;
  /** Fee of a fill, a decimal fraction of its notional. */
  readonly fee: BySide<Big>;
  /** Slippage of a fill, a decimal fraction of its notional. */
  readonly slippage: Big;
}

/** What a hedge was paid between two instants, USD. */
export interface Trade {
  readonly funding: Big;
  readonly ofLeg: BySide<Big>;
  readonly basis: Big;
  readonly fees: Big;
  readonly slippage: Big;
  /** funding + basis - fees - slippage, exactly. */
  readonly net: Big;
}

/** Returns a function that converts USD per unit into those of a hedge: × notional ÷ higher entry price. */
function scaleFrom(entry: Instant, { notional }: TradeTerms): (perUnit: Big) => Big {
  const { units: size, exponent: ofSize } = wholeOf(notional);
  const { units: price, exponent: ofPrice } = wholeOf(highestOf(entry));
  return (perUnit) => {
    const { units, exponent } = wholeOf(perUnit);
    return quotientOf(units * size, price, exponent + ofSize - ofPrice);
  };
}

/** Returns the same for what one unit is paid, in units of the clock. */
export function paidFrom(entry: Instant, { notional }: TradeTerms): (paid: bigint) => Big {
  const { units: size, exponent: ofSize } = wholeOf(notional);
  const { units: price, exponent: ofPrice } = wholeOf(highestOf(entry));
  const { divisor, exponent } = entry.unit;
  return (paid) => quotientOf(paid * size, price * divisor, exponent + ofSize - ofPrice);
}

/** Returns the higher price of the two. */
export function highestOf({ price: { long, short } }: Instant): Big {
  return long.gt(short) ? long : short;
}

/**
 * Computes a hedge that begins at one instant and ends at another. An event at the beginning is not
 * paid, one at the end is. Unknown events are not in it. docs/reference/figures/backtest.md, "Backtest".
 */
export function tradeBetween(entry: Instant, exit: Instant, terms: TradeTerms): Trade {
  const scaled = scaleFrom(entry, terms);
  const paid = paidFrom(entry, terms);
  const ofLeg = bySide((side) => paid(exit.paid[side] - entry.paid[side]));
  const move = bySide((side) => exit.price[side].minus(entry.price[side]));
  const traded = bySide((side) => entry.price[side].plus(exit.price[side]));
  const charged = bySide((side) => traded[side].times(terms.fee[side]));
  const funding = ofLeg.long.plus(ofLeg.short);
  const basis = scaled(move.long.minus(move.short));
  const fees = scaled(charged.long.plus(charged.short));
  const slippage = scaled(traded.long.plus(traded.short).times(terms.slippage));
  const net = funding.plus(basis).minus(fees).minus(slippage);
  return { funding, ofLeg, basis, fees, slippage, net };
}
