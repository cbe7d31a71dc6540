import type { Moves } from "../../figures/catalog/moves.js";
import type { Periods } from "../../figures/period/periods.js";
import type { Group } from "../../figures/subjects.js";

/** The figures of a report. */
export interface ReportData {
  /** The open positions; those of a redacted page are without names. */
  readonly book: Group;
  /** Names of the portfolios. */
  readonly portfolios: readonly string[];
  /** Number of portfolios that could not be listed. */
  readonly lost: number;
  /** Whether no part failed. */
  readonly isWhole: boolean;
  /** The moves of the book; undefined if the markets could not be fetched. */
  readonly moves: Moves | undefined;
  /** The PnL of each of 30 days between looks; else why there is none. */
  readonly past: Past | "no looks" | "not readable";
}

/** What was made between looks, by day. */
export interface Past extends Periods {
  readonly nameOf: (positionId: string, asset: string) => string;
}
