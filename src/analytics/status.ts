import type { Position } from "../api/position.js";
import {
  type Concern,
  type Criteria,
  concernOf,
  isUnknown,
  needsAttention,
  worstFirst,
} from "./attention.js";
import { type Totals, totalsOf } from "./totals.js";

/** How the open positions of a portfolio are doing. */
export interface PortfolioStatus {
  readonly criteria: Criteria;
  readonly totals: Totals;
  /** What somebody should look at, worst first, without what only could not be judged. */
  readonly attention: readonly Concern[];
  /** Whose funding of the last day could not be judged, with that reason alone. */
  readonly notJudged: readonly Concern[];
}

/** Sums open positions up and picks those that need attention. */
export function statusOf(positions: readonly Position[], criteria: Criteria): PortfolioStatus {
  const concerns = positions.map((position) => concernOf(position, criteria));
  return {
    criteria,
    totals: totalsOf(positions, criteria.now),
    attention: worstFirst(concerns.filter(needsAttention)).map((it) => only(it, false)),
    notJudged: concerns.map((it) => only(it, true)).filter(({ reasons }) => reasons.length > 0),
  };
}

function only({ position, reasons }: Concern, unknown: boolean): Concern {
  return { position, reasons: reasons.filter((reason) => isUnknown(reason) === unknown) };
}
