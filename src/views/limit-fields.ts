import type { Limits } from "../analytics/position/limits.js";
import { type Fields, plain } from "../output/record.js";

/** The limits in effect, in the syntax of the options. */
export const LIMITS: Fields<Limits> = [
  plain("imbalance", "text", "--imbalance.", ({ imbalance }) => `${imbalance.toFixed()}%`),
  plain("loss", "text", "--loss.", ({ loss }) => typed(loss)),
  plain("paying", "text", "--paying, a day.", ({ paying }) => typed(paying)),
  plain("margin", "text", "--margin.", ({ margin }) => `${margin.toFixed()}%`),
  plain("stale", "text", "--stale.", ({ staleMs }) => `${staleMs / 1000}s`),
  plain("stale_performance", "text", "--stale-performance.", ({ stalePerformanceMs }) => {
    return `${stalePerformanceMs / 1000}s`;
  }),
  plain("ignore", "texts", "--ignore.", ({ ignore }) =>
    ignore.map(({ code, position }) => (position === undefined ? code : `${code}:${position}`)),
  ),
];

function typed({ unit, amount }: Limits["loss"]): string {
  return unit === "usd" ? `${amount.toFixed()}usd` : `${amount.toFixed()}%`;
}
