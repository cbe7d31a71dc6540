import type { FigureName, Totals } from "../analytics/totals.js";
import type { Kind, Total } from "../output/column.js";
import type { Tone } from "../output/paint.js";

interface Appearance {
  readonly header: string;
  readonly kind: Kind;
  readonly signed: boolean;
  readonly tone?: Tone;
  /** Rests on mark prices. */
  readonly atMark?: true;
}

/** How the figures of several positions are called and written. */
export const FIGURE_LOOKS: Readonly<Record<FigureName, Appearance>> = {
  gross_notional: { header: "gross notional", kind: "usd", signed: false, atMark: true },
  net_notional: {
    header: "net notional",
    kind: "usd",
    signed: true,
    tone: "plain",
    atMark: true,
  },
  funding_pnl: { header: "funding", kind: "usd", signed: true },
  fees: { header: "fees", kind: "usd", signed: false },
  spread_pnl: { header: "spread", kind: "usd", signed: true, atMark: true },
  net_pnl: { header: "net PnL", kind: "usd", signed: true, atMark: true },
  apr: { header: "open APR", kind: "percent", signed: true, atMark: true },
};

/** Some of the figures, each with how many positions take part where not all do. */
export function figureTotals(totals: Totals, names: readonly FigureName[]): Total[] {
  return names.map((name) => {
    const { header, atMark: _, ...look } = FIGURE_LOOKS[name];
    const note = partOf(totals, name);
    return {
      label: header,
      ...look,
      value: totals.figures[name].value?.toFixed(),
      ...(note !== undefined && { note }),
    };
  });
}

/** "23 of 24"; undefined where all positions take part that can: in an APR, the open ones. */
export function partOf(totals: Totals, name: FigureName): string | undefined {
  const { counted } = totals.figures[name];
  const all = name === "apr" ? totals.open : totals.positions;
  return counted === all ? undefined : `${counted} of ${all}`;
}

/** Says behind the number of positions how many have a stale mark price, where some have. */
export function staleNote({ stale }: Totals): { readonly note?: string } {
  return stale === 0 ? {} : { note: `${stale} with a stale mark` };
}
