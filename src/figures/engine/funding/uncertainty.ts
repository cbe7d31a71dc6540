import { DAY_MS } from "../../../base/time/periods.js";

/** How sure the mean of values of successive periods is. */
interface Uncertainty {
  /** Standard deviation of a period, in the unit of the values. */
  readonly sigma: number;
  /** Independent periods per period: (1 - ρ) ÷ (1 + ρ). */
  readonly independence: number;
}

const LEAST_PERIODS = 8;
const LEAST_DAYS = 10;
const MOST_PERSISTENT = 0.97;
const LEAST_INDEPENDENT = 2;

/**
 * Estimates how sure the mean of a figure is that is persistent from period to period: first-order
 * autocorrelation, corrected for its bias, n_eff = n(1 - ρ) ÷ (1 + ρ). Undefined for fewer than 8 known
 * periods or 10 days, and where values are so large that their squares are not finite.
 * @param values values of the periods, oldest first; null where one is unknown
 * @param period length of a period, days
 */
function uncertaintyOf(
  values: readonly (number | null)[],
  period: number,
): Uncertainty | undefined {
  const known = values.filter((it) => it !== null);
  const n = known.length;
  if (n < LEAST_PERIODS || n * period < LEAST_DAYS) return undefined;
  if (known.every((it) => it === known[0])) return { sigma: 0, independence: 1 };
  const { spread, correlation: r } = correlationOf(values);
  const rho = Math.min(Math.max(r + (1 + 3 * r) / n, 0), MOST_PERSISTENT);
  const free = (1 - rho) / (1 + rho);
  const nEff = Math.max(n * free, LEAST_INDEPENDENT);
  const independence = Math.max(free, LEAST_INDEPENDENT / n);
  const sigma = Math.sqrt((spread * nEff) / (nEff - 1));
  return Number.isFinite(sigma) ? { sigma, independence } : undefined; // not of absurd values
}

/**
 * Returns the variance of successive values, null where one is unknown, and their correlation with the
 * value before: γ_1 ÷ γ_0, NaN if all are equal.
 */
function correlationOf(values: readonly (number | null)[]) {
  const known = values.filter((it) => it !== null);
  const mean = known.reduce((sum, it) => sum + it, 0) / known.length;
  const spread = known.reduce((sum, it) => sum + (it - mean) ** 2, 0) / known.length;
  const shared = values.reduce((sum: number, it, at) => {
    const before = values[at - 1] ?? null;
    return it === null || before === null ? sum : sum + (it - mean) * (before - mean);
  }, 0);
  return { spread, correlation: shared / known.length / spread };
}

/**
 * Returns the standard error of the mean over a window, in the unit of the values; undefined where nothing is
 * known of it. @param windowMs length of the window, milliseconds
 */
export type ErrorOver = (windowMs: number) => number | undefined;

/**
 * Returns how sure the means of values of successive periods are.
 * @param values null where one is unknown, oldest first
 * @param period length of a period, milliseconds
 */
export function errorOfMean(values: readonly (number | null)[], period: number): ErrorOver {
  const found = uncertaintyOf(values, period / DAY_MS);
  if (found === undefined) return () => undefined;
  const { sigma, independence } = found;
  return (windowMs) => sigma / Math.sqrt(Math.max(1, Math.ceil(windowMs / period) * independence));
}
