import type { Big } from "big.js";
import { type Figure, percentOf } from "../base/decimal.js";
import type { Run } from "./run.js";
import { readable } from "./size.js";

/** A share of a cost that something has paid for; percent, null when it is not known. */
export function coveredSoFar(funding: Figure, cost: Figure): Figure {
  return cost?.lte(0) === true ? null : percentOf(funding, cost);
}

/** What the funding of now does to a net PnL. docs/analytics.md, "Break-even". */
export type BreakEven =
  /** A figure is missing. */
  | { readonly kind: "unknown" }
  /** Not below zero, and funding does not change that. */
  | { readonly kind: "past"; readonly rate: Rate | undefined }
  /** Not below zero, and funding takes it back there in so many days. */
  | { readonly kind: "back"; readonly days: Big; readonly rate: Rate }
  /** At zero in so many days from now. */
  | { readonly kind: "in"; readonly days: Big; readonly rate: Rate }
  /** Funding brings nothing. */
  | { readonly kind: "never"; readonly rate: Rate };

/** What is paid a day now. */
export interface Rate {
  /** USD. */
  readonly perDay: Big;
  readonly window: "7d" | "24h";
}

/**
 * −net PnL ÷ run(7d) days from now; where the run of 7 days is not known, that of 24 hours.
 * @param runs undefined where nothing is known of them
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
  return netPnl.div(perDay).abs().round(8);
}
