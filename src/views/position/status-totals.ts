import { SHOWN_WINDOWS } from "../../analytics/funding/shown-runs.js";
import type { PortfolioStatus } from "../../analytics/portfolio/status.js";
import type { Total } from "../../output/table/column.js";
import { figuresSection, textSection } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import { counted } from "../../output/text/counted.js";
import { formatCell } from "../../output/text/format.js";
import { capitalTotal, figureTotals, leftOutTotals, wholeNote } from "../figures.js";

/**
 * Returns the totals and the current funding of the open positions as sections of a page.
 * @param mostLeftOut maximum number of named positions that are excluded from the sums
 */
export function totalsSection(status: PortfolioStatus, mostLeftOut?: number): Section {
  const { totals } = status;
  const lines = [runLine(status), ...leftOutTotals(totals, mostLeftOut)];
  const figures = figuresSection([partLines(status), holdingLines(status)]);
  return {
    async render(look) {
      const { renderTotals } = await import("../../output/table/total-line.js");
      const title = titleOf(status, formatCell("time", asOfTotal(status).value, look));
      const texts = lines.map((line) => renderTotals(line, look));
      const heading = await textSection(title, "heading").render(look);
      return [heading, await figures.render(look), ...(await Promise.all(texts))].join("");
    },
  };
}

/** Returns the most important totals in as few lines as possible, for a small screen. */
export function compactTotals(status: PortfolioStatus): Total[][] {
  const { totals } = status;
  const figures = figureTotals(totals, ["net_pnl", "funding_pnl", "apr", "unhedged_notional"]);
  return [[...figures, asOfTotal(status)], runLine(status), ...leftOutTotals(totals, 1)];
}

/** Returns the totals below rows of reasons. */
export function totalLines(status: PortfolioStatus): Total[][] {
  const holding = [...holdingLines(status), asOfTotal(status)];
  return [partLines(status), holding, runLine(status), ...leftOutTotals(status.totals)];
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
      younger === 0 ? undefined : `${younger} younger`,
    ].filter((it) => it !== undefined);
    return {
      label: index === 0 ? `funding ${window}` : window,
      ...{ kind: "usd", signed: true, value: settled.value?.toFixed() },
      ...(note.length > 0 && { note: note.join(", ") }),
    };
  });
}

/** `15 open positions as of 2026-06-01 12:00Z, 1 with a stale mark` */
function titleOf({ totals }: PortfolioStatus, asOf: string): string {
  const open = counted(totals.positions, "open position");
  const { note } = wholeNote(totals);
  return [`${open} as of ${asOf}`, note].filter((it) => it !== undefined).join(", ");
}

function asOfTotal({ asOf }: PortfolioStatus): Total {
  return { label: "as of", kind: "time", value: new Date(asOf).toISOString() };
}
