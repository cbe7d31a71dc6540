import type { Big } from "big.js";
import type { Figure } from "../../base/decimal.js";
import { ratioOf } from "../../base/whole.js";
import type { Run } from "../funding/run.js";
import { readable } from "./larger-side.js";

/** Projection of a net PnL at the current funding. src/features/get/explain.md, "Break-even". */
export type BreakEven =
  /** A figure is missing. */
  | { readonly kind: "unknown" }
  /** Not below zero; funding is unknown or not negative. */
  | { readonly kind: "past"; readonly rate: Rate | undefined }
  /** Not below zero, but funding brings it back to zero in `days`. */
  | { readonly kind: "back"; readonly days: Big; readonly rate: Rate }
  /** Below zero; at zero in `days` from now. */
  | { readonly kind: "in"; readonly days: Big; readonly rate: Rate }
  /** Below zero; funding is not positive. */
  | { readonly kind: "never"; readonly rate: Rate };

/** Current funding per day. */
export interface Rate {
  /** USD. */
  readonly perDay: Big;
  readonly window: "7d" | "24h";
}

/**
 * Returns -net PnL ÷ run(7d) in days, with the run of 24 hours if that of 7 days is unknown.
 * @param runs undefined if no funding history is available
 */
export function breakEvenOf(
  netPnl: Figure,
  runs: Readonly<Record<"7d" | "24h", Run>> | undefined,
): BreakEven {
  const rate = runs && rateOf(runs);
  if (netPnl === null) return { kind: "unknown" };
  const net = readable(netPnl);
  const aDay = rate && readable(rate.perDay);
  if (net.gte(0)) {
    if (rate === undefined || aDay?.lt(0) !== true) return { kind: "past", rate };
    return { kind: "back", days: daysOf(netPnl, rate), rate };
  }
  if (rate === undefined) return { kind: "unknown" };
  return aDay?.gt(0) === true
    ? { kind: "in", days: daysOf(netPnl, rate), rate }
    : { kind: "never", rate };
}

function rateOf(runs: Readonly<Record<"7d" | "24h", Run>>): Rate | undefined {
  for (const window of ["7d", "24h"] as const) {
    const { value } = runs[window].perDay;
    if (value !== null) return { perDay: value, window };
  }
  return undefined;
}

function daysOf(netPnl: Big, { perDay }: Rate): Big {
  return ratioOf(netPnl, perDay).abs();
}
