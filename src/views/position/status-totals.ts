import { SHOWN_WINDOWS } from "../../analytics/funding/shown-runs.js";
import type { PortfolioStatus } from "../../analytics/portfolio/status.js";
import type { Handles } from "../../base/names/handle.js";
import type { Total } from "../../output/table/column.js";
import { capitalTotal, figureTotals, leftOutTotals } from "../figures.js";

/** Returns the totals below rows of reasons. */
export function totalLines(status: PortfolioStatus, handles: Handles): Total[][] {
  const holding = [...holdingLines(status), asOfTotal(status)];
  return [partLines(status), holding, runLine(status), ...leftOutTotals(status.totals, handles)];
}

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

/** `funding 24h +73.93   7d +567.47   30d +3,451.18 (12 of 14)`, with the count shown once. */
function runLine({ runs }: PortfolioStatus): Total[] {
  const counts = SHOWN_WINDOWS.map((window) => runs[window].settled.counted);
  const alike = new Set(counts).size === 1;
  return SHOWN_WINDOWS.map((window, index) => {
    const { settled, younger } = runs[window];
    const saysCount = !alike || index === SHOWN_WINDOWS.length - 1;
    const note = [
      settled.counted === settled.of || !saysCount
        ? undefined
        : `${settled.counted} of ${settled.of}`,
      younger === 0 ? undefined : `${younger} opened since`,
    ].filter((it) => it !== undefined);
    return {
      label: index === 0 ? `funding ${window}` : window,
      ...{ kind: "usd", signed: true, value: settled.value?.toFixed() },
      ...(note.length > 0 && { note: note.join(", ") }),
    };
  });
}

function asOfTotal({ asOf }: PortfolioStatus): Total {
  return { label: "as of", kind: "time", value: asOf && new Date(asOf).toISOString() };
}
