import type { FundingPoint } from "../api/funding.js";
import type { Measure } from "./measure.js";

/** The windows that a run is told over, in hours. */
export const RUN_HOURS = { "24h": 24, "3d": 72, "7d": 168, "30d": 720 } as const;
export type RunWindow = keyof typeof RUN_HOURS;

/** What the settled funding of a position's markets says that it is paid at today's size. */
export interface Run {
  /** USD a day over the whole periods of the window, events before the opening included. */
  readonly perDay: Measure;
  /** USD settled in the whole periods of the window since the opening: summed, not divided. */
  readonly settled: Measure;
  /** Why it is not known; undefined when it is. */
  readonly unknown?: "market_unknown" | "funding_unknown" | "not_settled" | undefined;
  /** The opening, where it lies within the window; milliseconds since the epoch. */
  readonly openedWithin?: number | undefined;
}

/** Settled funding of a market, newest or oldest first; undefined when it could not be had. */
export type HistoryOf = (marketId: number) => readonly FundingPoint[] | undefined;
