import { LEAST_COVERED } from "../../analytics/funding/sum-of-periods.js";

/** Mean of a pair and its standard error, percent per year. */
export interface SureMean {
  readonly mean: number;
  readonly se: number;
}

const LEAST_PAIRS = 8;
const BEST = 10;

/**
 * Returns τ², the variance of the true means of pairs: the mean of their squares less that of their
 * squared standard errors, at least 0. Undefined for fewer than 8 pairs.
 */
export function tauSquaredOf(pairs: readonly SureMean[]): number | undefined {
  if (pairs.length < LEAST_PAIRS) return undefined;
  const ofAll = (value: (it: SureMean) => number) =>
    pairs.reduce((sum, it) => sum + value(it), 0) / pairs.length;
  return Math.max(0, ofAll(({ mean }) => mean ** 2) - ofAll(({ se }) => se ** 2));
}

/** Returns |mean| × τ² ÷ (τ² + se²): what of a mean is expected to be more than luck. */
export function shrunkOf({ mean, se }: SureMean, tauSquared: number): number {
  const all = tauSquared + se ** 2;
  return all === 0 ? Math.abs(mean) : (Math.abs(mean) * tauSquared) / all;
}

/** Means of the first and the last 15 of 30 days, percent per year; null if under 95 % is known. */
export interface Halves {
  readonly first: number | null;
  readonly last: number | null;
}

/** Returns the means of both halves of the rates of 30 days. @param rates null where one is unknown */
export function halvesOf(rates: readonly (number | null)[]): Halves {
  const half = Math.floor(rates.length / 2);
  return { first: meanOf(rates.slice(0, half)), last: meanOf(rates.slice(half)) };
}

function meanOf(rates: readonly (number | null)[]): number | null {
  const known = rates.filter((it) => it !== null);
  if (known.length === 0 || known.length * 100 < rates.length * LEAST_COVERED) return null;
  return known.reduce((sum, it) => sum + it, 0) / known.length;
}

/** What the best of the first 15 days paid in the 15 days after, percent per year. */
export interface HeldOut {
  readonly best: number;
  readonly all: number;
  /** Number of pairs of which both halves are known. */
  readonly counted: number;
}

/**
 * Returns what the ten pairs with the largest first half paid in the last one, each in the direction that
 * was paid in the first, and what all did. Undefined for ten pairs or fewer.
 */
export function heldOutOf(pairs: readonly Halves[]): HeldOut | undefined {
  const known = pairs.flatMap(({ first, last }) =>
    first === null || last === null
      ? []
      : [{ size: Math.abs(first), paid: first < 0 ? -last : last }],
  );
  if (known.length <= BEST) return undefined;
  const paid = (some: typeof known) => some.reduce((sum, it) => sum + it.paid, 0) / some.length;
  const best = known.toSorted((a, b) => b.size - a.size).slice(0, BEST);
  return { best: paid(best), all: paid(known), counted: known.length };
}
