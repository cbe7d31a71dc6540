/**
 * Values of successive days of 24 hours, oldest first, percent of the notional; null for a day that is not
 * there. Days count from 1: day j is `days[j - 1]`.
 */
export type Days = readonly (number | null)[];

const MOST_PERSISTENT = 0.95;
/** Least variance of a series, a share of the pool's mean: a rate that was stuck may move again. */
const LEAST_VARIANCE = 0.05;
/** Least error of a sum, percent of the notional. */
const LEAST_ERROR = 1e-7;

/** What the days of a series until some day say. */
export interface Moments {
  /** Number of days that are there. */
  readonly n: number;
  readonly mean: number;
  /** Of a day, with the divisor n − 1. */
  readonly variance: number;
  /** Σ of the squares of the deviations. */
  readonly gamma0: number;
  /** Σ of the products of the deviations of two successive days. */
  readonly gamma1: number;
  /** Value of the last day. */
  readonly last: number;
}

/**
 * Returns the moments of days 1 to d; undefined where day d is not there, or less than two thirds of the
 * days are: such a series takes part in nothing that is fitted as of day d.
 */
export function momentsUntil(days: Days, d: number): Moments | undefined {
  const last = days[d - 1] ?? null;
  if (last === null) return undefined;
  let [n, sum] = [0, 0];
  for (let at = 0; at < d; at++) {
    const it = days[at] ?? null;
    if (it === null) continue;
    n++;
    sum += it - last; // so that the mean of equal days is exactly their value
  }
  if (n < Math.ceil((2 * d) / 3)) return undefined;
  const mean = last + sum / n;
  let [gamma0, gamma1] = [0, 0];
  for (let at = 0; at < d; at++) {
    const it = days[at] ?? null;
    if (it === null) continue;
    gamma0 += (it - mean) ** 2;
    const before = at === 0 ? null : (days[at - 1] ?? null);
    if (before !== null) gamma1 += (it - mean) * (before - mean);
  }
  return { n, mean, variance: gamma0 / (n - 1), gamma0, gamma1, last };
}

/** What the series of a pool have in common. */
export interface Common {
  /** Correlation of a day with the day before. */
  readonly phi: number;
  /** Variance of the true means. */
  readonly tau2: number;
  /** Mean variance of a day. */
  readonly variance: number;
}

/**
 * Returns what series have in common; undefined without any. Source: FIGURES, the next 7 days, fit: r with
 * the correction of its bias (1 + 3r)/n, and the variance between the means as in empirical Bayes.
 */
export function commonOf(all: readonly Moments[]): Common | undefined {
  if (all.length === 0) return undefined;
  const mean = (of: (it: Moments) => number) =>
    all.reduce((sum, it) => sum + of(it), 0) / all.length;
  const below = mean(({ gamma0 }) => gamma0);
  const r = below === 0 ? 0 : mean(({ gamma1 }) => gamma1) / below;
  const phi = Math.min(MOST_PERSISTENT, Math.max(0, r + (1 + 3 * r) / mean(({ n }) => n)));
  const common = { phi, tau2: 0, variance: mean(({ variance }) => variance) };
  const errors = mean((it) => squaredError(it, common));
  return { ...common, tau2: Math.max(0, mean(({ mean: m }) => m ** 2) - errors) };
}

/** What a series is likely to sum up to, percent of the notional. */
export interface Estimate {
  readonly sum: number;
  /** Its standard error, at least {@link LEAST_ERROR}. */
  readonly error: number;
}

/** Returns what the h days after the last one of a series are likely to sum up to. */
export function estimateOf(of: Moments, common: Common, h: number): Estimate {
  const { phi, tau2 } = common;
  const variance = varianceOf(of, common);
  const ofMean = squaredError(of, common);
  const k = tau2 + ofMean === 0 ? 0 : tau2 / (tau2 + ofMean);
  const mean = k * of.mean;
  const fading = (1 - phi ** h) / (1 - phi);
  const g = phi * fading;
  const noise = variance * ((h * (1 + phi)) / (1 - phi) - (2 * g) / (1 - phi));
  return {
    sum: h * mean + (of.last - mean) * g,
    error: Math.max(LEAST_ERROR, Math.sqrt(noise + (h - g) ** 2 * k * ofMean)),
  };
}

function varianceOf({ variance }: Moments, common: Common): number {
  return Math.max(variance, LEAST_VARIANCE * common.variance);
}

/** Squared standard error of the mean. */
function squaredError(of: Moments, common: Common): number {
  return (varianceOf(of, common) / of.n) * ((1 + common.phi) / (1 - common.phi));
}

const SERIES_UNTIL = 3;
const FRACTION_TERMS = 50;

/**
 * Returns Φ(x), the probability that a standard normal variable is at most x. Below 3 standard deviations by
 * its series, beyond by the continued fraction of its tail, so that small probabilities are precise, too: the
 * relative error is below 1e-12. Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.11
 * and 26.2.14.
 */
export function normal(x: number): number {
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  if (Math.abs(x) < SERIES_UNTIL) return 0.5 + density * oddSeries(x);
  const tail = density / tailFraction(Math.abs(x));
  return x < 0 ? tail : 1 - tail;
}

/** x + x³/3 + x⁵/(3·5) + … */
function oddSeries(x: number): number {
  let [sum, term] = [0, x];
  for (let odd = 3; sum + term !== sum; odd += 2) {
    sum += term;
    term *= (x * x) / odd;
  }
  return sum;
}

/** x + 1/(x + 2/(x + 3/(x + …))), x above zero. */
function tailFraction(x: number): number {
  let below = x;
  for (let term = FRACTION_TERMS; term > 0; term--) below = x + term / below;
  return below;
}
