import { Big } from "big.js";
import { RUN_HOURS } from "../../../analytics/funding/run.js";
import { correlationOf, uncertaintyOf } from "../../../analytics/market/uncertainty.js";
import type { Measure } from "../../../analytics/measure.js";
import { DAY_MS, HOUR_MS } from "../../../base/time/periods.js";
import { type Audit, type AuditInput, type AuditStep, step } from "./audit.js";
import { type Payments, paidIn, totalOf } from "./payments.js";

const WEEK_MS = RUN_HOURS["7d"] * HOUR_MS;

/**
 * Audits the standard error of what is paid in 7 days, by the periods of the last 30 days.
 * @param of the figure whose error it is
 * @param aDay factor that converts an amount per day to the unit of the figure
 */
export function auditUncertainty(
  { se, nEff, unit, base }: Measure,
  found: Payments | undefined,
  aDay = 1,
): Audit {
  const value: Measure = { value: se === undefined ? null : new Big(se), unit, base, nEff };
  if (found === undefined) return { inputs: [], steps: [], value };
  const { period, count, end } = found.clock;
  const scale = (DAY_MS / period) * aDay;
  const periods = Array.from({ length: count }, (_, at): AuditInput => {
    const { events, isWhole } = paidIn(found, { from: at, to: at + 1 });
    return {
      ...{ input: "period", time: end - (count - at - 1) * period },
      amount: isWhole ? totalOf(events).times(scale) : null,
      inSum: isWhole,
    };
  });
  const values = periods.map(({ amount }) => amount?.toNumber() ?? null);
  return { inputs: periods, steps: stepsOf(values, period, se), value };
}

function stepsOf(
  values: readonly (number | null)[],
  period: number,
  se: number | undefined,
): AuditStep[] {
  const known = values.filter((it) => it !== null);
  const n = known.length;
  const { spread, correlation } = correlationOf(values);
  const rho = Math.min(Math.max(correlation + (1 + 3 * correlation) / n, 0), 0.97);
  const found = uncertaintyOf(values, period / DAY_MS);
  const w = Math.ceil(WEEK_MS / period);
  return [
    step("n", "number of the periods that are known", n),
    step("mean", "Σ amounts ÷ n", known.reduce((a, b) => a + b, 0) / n),
    step("γ_0", "Σ (amount - mean)² ÷ n", spread),
    step("r", "γ_1 ÷ γ_0", correlation),
    step("ρ", "r + (1 + 3r) ÷ n, within 0 to 0.97", rho),
    step("n_eff", "n (1 - ρ) ÷ (1 + ρ), at least 2", found?.nEff ?? null),
    step("σ", "√(γ_0 × n_eff ÷ (n_eff - 1))", found?.sigma ?? null),
    step("w", "periods of 7 days", w),
    step("se", "σ ÷ √max(1, w (1 - ρ) ÷ (1 + ρ))", se ?? null),
  ].map((it) => ({
    ...it,
    value: typeof it.value === "number" && !Number.isFinite(it.value) ? null : it.value,
  }));
}
