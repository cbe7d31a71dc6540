import { Big } from "big.js";
import { decimal, type Figure } from "./decimal.js";
import { DAY_MS } from "./periods.js";

const DECIMALS = 8;

/** What a position has earned, and what it has cost and will cost; USD. */
export interface Carry {
  readonly funding: Figure;
  /** Fees paid so far. */
  readonly paid: Figure;
  /** Fees still to be paid for getting out; null when they are not told. */
  readonly toCome: Figure;
  /** Net PnL, which has the exit fees and the spread in it; null when it is not told. */
  readonly netPnl: Figure;
  /** How long it has been held, milliseconds. */
  readonly heldMs: number;
}

/** Days of funding, at the rate so far, that pay for what a position has cost. */
export interface BreakEven {
  /** USD a day; null when nothing has been held for any time. */
  readonly fundingADay: Figure;
  /** Days that pay the fees paid so far; null when the funding does not earn, or is not known. */
  readonly days: Figure;
  /** Days that pay the fees paid and to come; null also when those to come are not known. */
  readonly daysWithExit: Figure;
  /** Days from now that bring net PnL to zero; 0 where it is not below. Null as above. */
  readonly daysToZero: Figure;
}

/**
 * When funding has paid for the fees: fees ÷ (funding ÷ days held), counted from the opening; and
 * for all of a loss: −net PnL ÷ (funding ÷ days held), counted from now. What is zero or less needs
 * no day. docs/analytics.md, "Break-even".
 */
export function breakEvenOf({ funding, paid, toCome, netPnl, heldMs }: Carry): BreakEven {
  const fundingADay =
    funding === null || !(heldMs > 0) ? null : funding.times(DAY_MS).div(decimal(heldMs));
  const all = paid === null || toCome === null ? null : paid.plus(toCome);
  return {
    fundingADay: fundingADay && round(fundingADay),
    days: daysThatPay(paid, fundingADay),
    daysWithExit: daysThatPay(all, fundingADay),
    daysToZero: daysThatPay(netPnl === null ? null : netPnl.times(-1), fundingADay),
  };
}

function daysThatPay(cost: Figure, aDay: Figure): Figure {
  if (cost === null || aDay === null) return null;
  if (cost.lte(0)) return new Big(0);
  return aDay.lte(0) ? null : round(cost.div(aDay));
}

function round(value: Big): Big {
  return value.round(DECIMALS, Big.roundHalfEven);
}
