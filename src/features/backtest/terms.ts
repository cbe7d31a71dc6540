import type { Big } from "big.js";
import type { BySide } from "../../analytics/market/by-side.js";
import type { TradeTerms } from "./trade.js";

/** Everything that a backtest depends on besides the events. */
export interface BacktestTerms extends TradeTerms {
  /** Units of the asset in one unit of each market's contract. */
  readonly multiplier: BySide<Big>;
  /** Leverage of each leg; without it, the APR is on the notional. */
  readonly leverage?: BySide<Big> | undefined;
  /** Length of rolling windows, milliseconds. */
  readonly hold?: number | undefined;
  /** How gaps are treated; without it, the longest stretch without one is taken. */
  readonly gaps?: Gaps | undefined;
  /** Range of the entry and the exit, milliseconds since the epoch; the end is exclusive. */
  readonly start: number;
  readonly end: number;
}

export const GAPS = ["refuse", "allow"] as const;
export type Gaps = (typeof GAPS)[number];
