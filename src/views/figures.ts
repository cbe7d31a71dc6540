import type { FigureName, Totals } from "../analytics/totals.js";
import type { Kind, Total } from "../output/column.js";
import type { Tone } from "../output/paint.js";

interface Appearance {
  readonly header: string;
  readonly kind: Kind;
  readonly signed: boolean;
  readonly tone?: Tone;
}

/** How the figures of several positions are called and written. */
export const FIGURE_LOOKS: Readonly<Record<FigureName, Appearance>> = {
  gross_notional: { header: "gross notional", kind: "usd", signed: false },
  net_notional: { header: "net notional", kind: "usd", signed: true, tone: "plain" },
  funding_pnl: { header: "funding", kind: "usd", signed: true },
  fees: { header: "fees", kind: "usd", signed: false },
  spread_pnl: { header: "spread", kind: "usd", signed: true },
  net_pnl: { header: "net PnL", kind: "usd", signed: true },
  apr: { header: "APR", kind: "percent", signed: true },
};

/** Some of the figures, each with how many positions take part where not all do. */
export function figureTotals(totals: Totals, names: readonly FigureName[]): Total[] {
  return names.map((name) => {
    const { header, ...look } = FIGURE_LOOKS[name];
    const note = partOf(totals, name);
    return {
      label: header,
      ...look,
      value: totals.figures[name].value?.toFixed(),
      ...(note !== undefined && { note }),
    };
  });
}

/** "23 of 24"; undefined where all positions take part. */
export function partOf({ positions, figures }: Totals, name: FigureName): string | undefined {
  const { counted } = figures[name];
  return counted === positions ? undefined : `${counted} of ${positions}`;
}
