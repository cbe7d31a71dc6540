import { Big } from "big.js";
import { decimal, type Figure } from "./decimal.js";

const DAY_MS = 86_400_000;
const DECIMALS = 8;

/** What a position has earned, and what it has cost and will cost; USD. */
export interface Carry {
  readonly funding: Figure;
  /** Fees paid so far. */
  readonly paid: Figure;
  /** Fees still to be paid for getting out; null when they are not told. */
  readonly toCome: Figure;
  /** How long it has been held, milliseconds. */
  readonly heldMs: number;
}

/** Days of funding, at the rate so far, that pay for fees. */
export interface BreakEven {
  /** USD a day; null when nothing has been held for any time. */
  readonly fundingADay: Figure;
  /** Days that pay the fees paid so far; null when the funding does not earn, or is not known. */
  readonly days: Figure;
  /** Days that pay the fees paid and to come; null also when those to come are not known. */
  readonly daysWithExit: Figure;
}

/**
 * When funding has paid for the fees: fees ÷ (funding ÷ days held), counted from the opening.
 * Fees of zero or less are paid from the start. docs/analytics.md, "Break-even".
 */
export function breakEvenOf({ funding, paid, toCome, heldMs }: Carry): BreakEven {
  const fundingADay =
    funding === null || !(heldMs > 0) ? null : funding.times(DAY_MS).div(decimal(heldMs));
  const all = paid === null || toCome === null ? null : paid.plus(toCome);
  return {
    fundingADay: fundingADay && round(fundingADay),
    days: daysThatPay(paid, fundingADay),
    daysWithExit: daysThatPay(all, fundingADay),
  };
}

function daysThatPay(fees: Figure, aDay: Figure): Figure {
  if (fees === null || aDay === null) return null;
  if (fees.lte(0)) return new Big(0);
  return aDay.lte(0) ? null : round(fees.div(aDay));
}

function round(value: Big): Big {
  return value.round(DECIMALS, Big.roundHalfEven);
}
