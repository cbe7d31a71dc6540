/**
 * Recalculates the totals of positions: from the raw JSON, with doubles, from the definitions
 * only. Imports nothing from the program.
 */

export interface RawLeg {
  readonly side: "long" | "short";
  readonly quantity: number;
  readonly open_price: number | null;
  readonly mark_price: number | null;
}

export interface RawPosition {
  readonly status: "open" | "closed";
  readonly legs: readonly RawLeg[];
  readonly performance?: {
    readonly funding_pnl: number;
    readonly fees: { readonly paid: number; readonly estimated_exit: number };
    readonly spread_pnl: { readonly realized: number; readonly unrealized: number };
    readonly net_pnl: number | null;
    readonly apr: number | null;
    readonly duration_days: number;
  };
}
