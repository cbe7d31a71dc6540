import { Big } from "big.js";

const UNITS = [
  [9, "B"],
  [6, "M"],
  [3, "k"],
] as const;

/** Rounds half away from zero, as {@link formatCell} does. */
const HALF_AWAY_FROM_ZERO = 1;

/**
 * Returns an amount in three digits, for counts and headings: `35.5k`, `1.09M`, `464`, `9.87`.
 * @param signed whether a positive amount has a plus sign
 */
export function compact(amount: Big, signed = false): string {
  const sign = amount.lt(0) ? "-" : signed && amount.gt(0) ? "+" : "";
  const whole = amount.abs();
  for (const [power, unit] of UNITS) {
    const scaled = whole.div(new Big(10).pow(power));
    if (scaled.gte("0.9995")) return sign + rounded(scaled).toFixed() + unit;
  }
  return sign + rounded(whole).toFixed();
}

/** Returns an amount with three digits, at most two after the point. */
function rounded(amount: Big): Big {
  const places = amount.gte("99.95") ? 0 : amount.gte("9.995") ? 1 : 2;
  return amount.round(places, HALF_AWAY_FROM_ZERO);
}
