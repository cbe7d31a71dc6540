import type { PortfolioFunding } from "../analytics/funding/portfolio-funding.js";
import type { PortfolioStatus } from "../analytics/portfolio/status.js";
import type { Risk } from "../analytics/position/risk.js";
import type { Position } from "../client/resources/position.js";
import type { Moves } from "../figures/catalog/moves.js";
import type { Periods } from "../figures/period/periods.js";
import type { OwnTotals } from "../views/row-fields.js";

/** The PnL between looks. */
export interface PastLooks {
  /** A row for each look but the first. */
  readonly looks: Periods;
  readonly days: Periods;
}

/** The figures of a report. */
export interface ReportData {
  /** The portfolios of the report, each alone. */
  readonly portfolios: readonly OwnTotals<PortfolioStatus>[];
  readonly positions: readonly Position[];
  readonly status: PortfolioStatus;
  readonly risk: Risk;
  /** The moves of the book; undefined if the markets could not be fetched. */
  readonly moves: Moves | undefined;
  /** Settled funding by day, with the start of its range, milliseconds since the epoch. */
  readonly funding: PortfolioFunding & { readonly start: number };
  /** History of the range from the archive; else why there is none. */
  readonly history: PastLooks | "no archive" | "not readable";
  /** Whether everything that figures depend on was fetched. */
  readonly isWhole: boolean;
}

/** How a report is written. */
export interface ReportLook {
  /** Shows percentages instead of amounts, and leaves out sizes, ids and names of portfolios. */
  readonly redact: boolean;
  /** IANA name of the time zone; undefined for that of this machine. */
  readonly zone: string | undefined;
  /** Name and version of the program. */
  readonly made: string;
}

/** Maximum number of positions in a part of the page. */
export const MOST_POSITIONS = 30;
