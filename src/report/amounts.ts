import type { Big } from "big.js";
import { type Figure, PERCENT, percentOf } from "../base/decimal.js";
import type { Plot } from "../output/chart/layout/plot.js";
import type { DrawnUnit } from "../output/svg/value-axis.js";
import { inSentence } from "../output/text/format.js";
import type { ReasonAmounts } from "../views/position/reasons.js";

/** How amounts are written: in USD, or each in percent of the gross notional of all positions. */
export interface Amounts {
  readonly isRedacted: boolean;
  /** Unit of drawn amounts. */
  readonly unit: DrawnUnit;
  readonly named: string;
  /** Formats US dollars. */
  readonly money: (usd: Figure, signed?: boolean) => string;
  /** Converts US dollars to the unit of drawn amounts; null if unknown. */
  readonly drawn: (usd: Figure) => number | null;
  readonly plot: (plot: Plot) => Plot;
  /** How amounts are written in reasons; undefined for USD. */
  readonly reasons: ReasonAmounts | undefined;
}

/** Amounts in US dollars. */
export const IN_USD: Amounts = {
  isRedacted: false,
  unit: "usd",
  named: "USD",
  money: (usd, signed = false) => inSentence("usd", usd?.toFixed(), signed),
  drawn: (usd) => usd?.toNumber() ?? null,
  plot: (plot) => plot,
  reasons: undefined,
};

/**
 * Returns amounts in percent of one whole, so that what adds up in USD adds up here too.
 * @param gross gross notional of all positions, USD; if it is unknown or 0, every amount is unknown
 */
export function inPercentOf(gross: Figure): Amounts {
  const money = (usd: Figure, signed = false) => percentText(percentOf(usd, gross), signed);
  const drawn = (usd: Figure) => percentOf(usd, gross)?.toNumber() ?? null;
  const whole = gross?.toNumber() ?? 0;
  return {
    isRedacted: true,
    unit: "percent",
    named: "% of gross notional",
    money,
    drawn,
    plot: (plot) => ({
      ...plot,
      title: plot.title.replace(/, USD$/, ", % of gross notional"),
      unit: "percent",
      series: plot.series.map(({ label, points }) => ({
        label,
        points: points.map((point) => ({
          ...point,
          value: point.value === null || whole === 0 ? null : (point.value / whole) * 100,
        })),
      })),
    }),
    reasons: {
      money: (usd) => money(usd),
      excess: (_quantity, _asset, worth) => (worth == null ? "" : ` ${money(worth)}`),
    },
  };
}

/** Formats a percentage: two decimals, below 1 % four. */
function percentText(percent: Big | null, signed: boolean): string {
  if (percent === null) return inSentence("percent", null);
  if (percent.eq(0) || percent.abs().gte(1)) {
    return inSentence("percent", percent.toFixed(), signed);
  }
  const text = inSentence("rate", percent.times(PERCENT).toFixed(), true);
  return signed ? text : text.replace(/^\+/, "");
}
