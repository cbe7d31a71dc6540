import { Big } from "big.js";
import { toDecimal } from "./decimal.js";

/** A sum together with how many of the values took part in it. */
export interface Sum {
  /** Plain decimal digits; null when no value took part. */
  readonly total: string | null;
  readonly counted: number;
  readonly of: number;
}

/** The exact decimal sum of numbers and decimal texts; whatever is neither does not take part. */
export function sum(values: Iterable<unknown>): Sum {
  let total = new Big(0);
  let counted = 0;
  let of = 0;
  for (const value of values) {
    of++;
    const decimal = toDecimal(value);
    if (decimal === undefined) continue;
    total = total.plus(decimal);
    counted++;
  }
  return { total: counted === 0 ? null : plain(total), counted, of };
}

function plain(total: Big): string {
  return total.eq(0) ? "0" : total.toFixed();
}
