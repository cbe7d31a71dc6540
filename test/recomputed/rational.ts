/** Exact fractions for independent calculations. Imports nothing from the program. */
export interface Rational {
  readonly over: bigint;
  /** Above zero. */
  readonly under: bigint;
}

/** Returns a decimal number as sent: its shortest digits, with or without an exponent. */
export function rational(value: number | string): Rational {
  const [digits = "0", exponent = "0"] = String(value).split("e");
  const [whole = "0", fraction = ""] = digits.split(".");
  const power = Number(exponent) - fraction.length;
  const over = BigInt(whole + fraction);
  return power < 0
    ? { over, under: 10n ** BigInt(-power) }
    : { over: over * 10n ** BigInt(power), under: 1n };
}

export const ZERO = rational(0);

export const plus = (a: Rational, b: Rational): Rational => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
});
export const times = (a: Rational, b: Rational): Rational => ({
  over: a.over * b.over,
  under: a.under * b.under,
});
export const minus = (a: Rational, b: Rational): Rational => plus(a, times(rational(-1), b));
/** @param b not zero */
export const by = (a: Rational, b: Rational): Rational => {
  const sign = b.over < 0n ? -1n : 1n;
  return { over: a.over * b.under * sign, under: a.under * b.over * sign };
};
export const total = (all: readonly Rational[]): Rational => all.reduce(plus, ZERO);
export const absolute = (a: Rational): Rational => (a.over < 0n ? minus(ZERO, a) : a);
export const isAbove = (a: Rational, b: Rational): boolean => a.over * b.under > b.over * a.under;

/** Reports whether two fractions differ by less than a bound. */
export const isNear = (a: Rational, b: Rational, bound: string): boolean =>
  isAbove(rational(bound), absolute(minus(a, b)));
