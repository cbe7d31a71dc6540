import type { RankWindow } from "../../analytics/market/spread-windows.js";
import type { WorstWeek } from "../../analytics/market/worst-week.js";
import type { Measure } from "../../analytics/measure.js";
import type { Halves } from "./shrunk.js";

/** A market, or a pair of markets, with its settled funding of 30 days. */
export interface Ranked {
  /** Market by itself, else the long side of a pair. */
  readonly long: number;
  readonly short?: number | undefined;
  /** Percent of the notional per year; of a pair the short side's rate minus the long side's. */
  readonly windows: Readonly<Record<RankWindow, Measure>>;
  readonly worstWeek: WorstWeek;
  /** Of a pair: what of the rate of 30 days is expected to be more than luck, percent per year. */
  readonly shrunk: Measure;
  /** Rate of 30 days less four fills in them, percent per year; null without a fee. */
  readonly net: Measure;
  /** Days at the rate of 30 days that pay four fills; null without a fee, or if it earns nothing. */
  readonly earnedIn: Measure;
  readonly halves: Halves;
  /** Number of events of both sides that are missing, have no rate or conflict. */
  readonly holes: number;
  /** Ids of its markets whose events of the 30 days conflict. */
  readonly conflicting: readonly number[];
  /** Length of a period of the common clock, milliseconds. */
  readonly period: number;
}
