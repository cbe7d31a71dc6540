import type { Big } from "big.js";
import { DAY_MS } from "../../base/time/periods.js";
import type { Instant } from "./clock.js";
import { unknownBetween } from "./stretch.js";
import { type TradeTerms, tradeBetween } from "./trade.js";

/** Distribution of an amount over windows, by nearest rank, USD. */
export interface Quartiles {
  readonly least: Big;
  readonly lower: Big;
  readonly median: Big;
  readonly upper: Big;
  readonly most: Big;
}

/** Hedges of equal length that begin on each UTC day. */
export interface HoldWindows {
  /** Length, milliseconds. */
  readonly hold: number;
  /** Number of windows without an unknown event. */
  readonly counted: number;
  readonly of: number;
  /** Number of windows that do not overlap: days ÷ hold, rounded down. */
  readonly independent: number;
  /** Null without a window. */
  readonly funding: Quartiles | null;
  readonly net: Quartiles | null;
}

/**
 * Computes a hedge for each UTC day, from the first instant of the day to the first one `hold` or more later.
 * Windows that end after the last instant are left out.
 * @param instants oldest first
 * @param hold milliseconds
 */
export function holdWindows(
  instants: readonly Instant[],
  hold: number,
  terms: TradeTerms,
): HoldWindows {
  const windows = windowsOf(instants, hold);
  const whole = windows.filter(([entry, exit]) => unknownBetween(entry, exit) === 0);
  const trades = whole.map(([entry, exit]) => tradeBetween(entry, exit, terms));
  const length = (instants.at(-1)?.time ?? 0) - (instants[0]?.time ?? 0);
  return {
    hold,
    counted: whole.length,
    of: windows.length,
    independent: Math.floor(length / hold),
    funding: quartilesOf(trades.map(({ funding }) => funding)),
    net: quartilesOf(trades.map(({ net }) => net)),
  };
}

function windowsOf(instants: readonly Instant[], hold: number): [Instant, Instant][] {
  const windows: [Instant, Instant][] = [];
  let end = 0;
  for (const [index, entry] of instants.entries()) {
    const before = instants[index - 1];
    if (before !== undefined && dayOf(before) === dayOf(entry)) continue;
    while ((instants[end]?.time ?? Number.POSITIVE_INFINITY) < entry.time + hold) end++;
    const exit = instants[end];
    if (exit !== undefined) windows.push([entry, exit]);
  }
  return windows;
}

function dayOf({ time }: Instant): number {
  return Math.floor(time / DAY_MS);
}

/** Returns quartiles by nearest rank: of n values the one at n × p, rounded up. */
function quartilesOf(values: readonly Big[]): Quartiles | null {
  const sorted = [...values].sort((a, b) => a.cmp(b));
  const at = (quarters: number) =>
    sorted[Math.max(0, Math.ceil((sorted.length * quarters) / 4) - 1)];
  const [least, lower, median, upper, most] = [0, 1, 2, 3, 4].map(at);
  return least && lower && median && upper && most ? { least, lower, median, upper, most } : null;
}
