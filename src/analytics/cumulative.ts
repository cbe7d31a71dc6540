import { Big } from "big.js";

/**
 * The exact running sum of decimal strings. Where there is none the sum is null, and goes on behind
 * it as it was: a gap adds nothing and is never taken for zero.
 * @param values in the order of time; decimal fractions as the service sends them
 */
export function cumulate(values: readonly (string | null)[]): (string | null)[] {
  let total = new Big(0);
  return values.map((value) => {
    if (value === null) return null;
    total = total.plus(value);
    return total.toFixed();
  });
}
