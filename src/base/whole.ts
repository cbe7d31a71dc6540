import { Big } from "big.js";

/** A decimal as a whole number × 10^exponent. */
export interface Whole {
  readonly units: bigint;
  readonly exponent: number;
}

/** Returns a decimal as units × 10^exponent. */
export function wholeOf({ c: digits, e, s: sign }: Big): Whole {
  return { units: BigInt(digits.join("")) * BigInt(sign), exponent: e - digits.length + 1 };
}

/** Returns the number of decimals of a number in plain digits. */
export function decimalsOf(digits: string): number {
  const point = digits.indexOf(".");
  return point < 0 ? 0 : digits.length - point - 1;
}

/** Returns a number in plain digits as units of 10^-scale. @param scale at least its decimals */
export function unitsOf(digits: string, scale: number): bigint {
  const decimals = decimalsOf(digits);
  const whole = BigInt(decimals === 0 ? digits : digits.replace(".", ""));
  return decimals === scale ? whole : whole * 10n ** BigInt(scale - decimals);
}

/** Returns units × 10^exponent. */
export function decimalOf(units: bigint, exponent: number): Big {
  return new Big(`${units}e${exponent}`);
}

/**
 * Returns dividend ÷ divisor × 10^exponent, rounded once, a tie to the even digit: to 8 decimals, or
 * to more where these are fewer than 15 significant digits, which a double keeps. It is exact and takes a
 * tenth of the time of a division of decimals.
 * @param divisor above zero
 */
export function quotientOf(dividend: bigint, divisor: bigint, exponent = 0): Big {
  const magnitude = dividend === 0n ? 0 : magnitudeOf(dividend) - magnitudeOf(divisor) + exponent;
  const decimals = decimalsFor(Math.floor(magnitude));
  const places = exponent + decimals;
  const power = 10n ** BigInt(Math.abs(places));
  const whole =
    places < 0 ? halfEven(dividend, divisor * power) : halfEven(dividend * power, divisor);
  return decimalOf(whole, -decimals);
}

/** Returns dividend ÷ divisor, rounded as {@link quotientOf}. @param divisor not zero */
export function ratioOf(dividend: Big, divisor: Big): Big {
  const [above, below] = [wholeOf(dividend), wholeOf(divisor)];
  const sign = below.units < 0n ? -1n : 1n;
  return quotientOf(above.units * sign, below.units * sign, above.exponent - below.exponent);
}

/** Returns a number rounded as {@link quotientOf}. For a quotient use {@link ratioOf}, which rounds once. */
export function rounded(value: Big): Big {
  return value.round(decimalsFor(value.e), Big.roundHalfEven);
}

const DECIMALS = 8;
const SIGNIFICANT = 15;

/** Returns the decimals of a number from its power of ten. */
function decimalsFor(magnitude: number): number {
  return Math.max(DECIMALS, SIGNIFICANT - 1 - magnitude);
}

/** Returns the decimal logarithm of a whole number other than zero, to about 15 digits. */
function magnitudeOf(units: bigint): number {
  const number = Math.abs(Number(units));
  return number < Number.POSITIVE_INFINITY ? Math.log10(number) : units.toString().length - 1;
}

function halfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const rest = dividend - quotient * divisor;
  const twice = 2n * (rest < 0n ? -rest : rest);
  if (twice < divisor || (twice === divisor && quotient % 2n === 0n)) return quotient;
  return quotient + (dividend < 0n ? -1n : 1n);
}
