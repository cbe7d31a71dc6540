import type { PortfolioStatus } from "../../analytics/portfolio/status.js";
import type { Total } from "../../output/table/column.js";
import { capitalTotal, figureTotals } from "../figures.js";

/** Returns the net PnL and its parts. */
export function partLines({ totals }: PortfolioStatus): Total[] {
  return figureTotals(totals, [
    ...(["net_pnl", "funding_pnl", "spread_pnl"] as const),
    ...(["fees_paid", "fees_estimated_exit"] as const),
  ]);
}

/** Returns the APR and what is held. */
export function holdingLines({ totals }: PortfolioStatus): Total[] {
  return [
    ...figureTotals(totals, ["apr"]),
    capitalTotal(totals),
    ...figureTotals(totals, ["gross_notional", "net_notional", "unhedged_notional"]),
  ];
}
