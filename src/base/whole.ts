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

/**
 * Whole numbers that are added: all of them numbers, where each sum is exact, or all of them bigints,
 * which take several times as long.
 */
export type Units = number | bigint;

/** Returns a + b. */
export function plus<U extends Units>(a: U, b: U): U {
  return ((a as number) + (b as number)) as U;
}

/** Returns a - b. */
export function minus<U extends Units>(a: U, b: U): U {
  return ((a as number) - (b as number)) as U;
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

/**
 * Returns numbers in plain digits as units of 10^-scale, as JavaScript's numbers if any sums and
 * differences of them are exact, else as bigints.
 *
 * Number(digits) × 10^scale is off by a 2^52nd of itself at most, and so by less than a half where it is
 * below 2^51: the nearest whole number is the exact one.
 * @param scale at least the decimals of each
 */
export function unitsOfAll(
  all: readonly (readonly (string | null)[])[],
  scale: number,
): { readonly lists: readonly (readonly (Units | null)[])[]; readonly zero: Units } {
  const power = Number(`1e${scale}`);
  const rounded = all.map((list) =>
    list.map((digits) => (digits === null ? null : Math.round(Number(digits) * power))),
  );
  if (scale <= EXACT_POWER && rounded.every((list) => sizeOf(list) < EXACT_SUM)) {
    return { lists: rounded, zero: 0 };
  }
  const exact = (digits: string | null) => (digits === null ? null : unitsOf(digits, scale));
  return { lists: all.map((list) => list.map(exact)), zero: 0n };
}

/** 10^22 is the largest power of ten that a double holds exactly. */
const EXACT_POWER = 22;
const EXACT_SUM = 2 ** 51;

function sizeOf(list: readonly (number | null)[]): number {
  return list.reduce<number>((sum, units) => sum + Math.abs(units ?? 0), 0);
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
