/** How sure the mean of values of successive periods is. */
export interface Uncertainty {
  /** Standard deviation of a period, in the unit of the values. */
  readonly sigma: number;
  /** Independent periods per period: (1 − ρ) ÷ (1 + ρ). */
  readonly independence: number;
  /** Number of independent periods among the known ones. */
  readonly nEff: number;
}

const LEAST_PERIODS = 8;
const LEAST_DAYS = 10;
const MOST_PERSISTENT = 0.97;
const LEAST_INDEPENDENT = 2;

/**
 * Estimates how sure the mean of a figure is that is persistent from period to period: first-order
 * autocorrelation, corrected for its bias, n_eff = n(1 − ρ) ÷ (1 + ρ). Undefined for fewer than 8 known
 * periods or 10 days. docs/reference/figures/list.md, "Uncertainty".
 * @param values values of the periods, oldest first; null where one is unknown
 * @param period length of a period, days
 */
export function uncertaintyOf(
  values: readonly (number | null)[],
  period: number,
): Uncertainty | undefined {
  const known = values.filter((it) => it !== null);
  const n = known.length;
  if (n < LEAST_PERIODS || n * period < LEAST_DAYS) return undefined;
  if (known.every((it) => it === known[0])) return { sigma: 0, independence: 1, nEff: n };
  const mean = known.reduce((sum, it) => sum + it, 0) / n;
  const spread = known.reduce((sum, it) => sum + (it - mean) ** 2, 0) / n;
  const shared = values.reduce((sum: number, it, at) => {
    const before = values[at - 1] ?? null;
    return it === null || before === null ? sum : sum + (it - mean) * (before - mean);
  }, 0);
  const r = shared / n / spread;
  const rho = Math.min(Math.max(r + (1 + 3 * r) / n, 0), MOST_PERSISTENT);
  const free = (1 - rho) / (1 + rho);
  const nEff = Math.max(n * free, LEAST_INDEPENDENT);
  const independence = Math.max(free, LEAST_INDEPENDENT / n);
  return { sigma: Math.sqrt((spread * nEff) / (nEff - 1)), independence, nEff };
}

/**
 * Returns the standard error of the mean over a window of periods, in the unit of the values.
 * @param periods number of periods in the window
 */
export function standardError({ sigma, independence }: Uncertainty, periods: number): number {
  return sigma / Math.sqrt(Math.max(1, periods * independence));
}
