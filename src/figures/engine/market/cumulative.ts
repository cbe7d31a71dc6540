import { Big } from "big.js";

/**
 * Returns the exact running sums of decimal strings. The sum at a missing value is null; later sums
 * continue from the last known one.
 * @param values in chronological order; decimal fractions as the service sends them
 */
export function cumulate(values: readonly (string | null)[]): (string | null)[] {
  let total = new Big(0);
  return values.map((value) => {
    if (value === null) return null;
    total = total.plus(value);
    return total.toFixed();
  });
}
