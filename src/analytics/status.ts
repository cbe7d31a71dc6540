import type { Position } from "../client/resources/position.js";
import { needsAttention, worstFirst } from "./attention.js";
import type { Criteria } from "./criteria.js";
import { feesNotEarned } from "./earnings.js";
import { judge } from "./judge.js";
import { lacksLeverage } from "./margin.js";
import { type Concern, type FeesNotEarned, isUnknown, type Reason } from "./reason.js";
import type { HistoryOf } from "./run.js";
import { type RunTotals, runTotals } from "./run-totals.js";
import { runsOf } from "./runs.js";
import { type Totals, totalsOf } from "./totals.js";

/** How the open positions of a portfolio are doing. */
export interface PortfolioStatus {
  readonly criteria: Criteria;
  /** When the oldest performance was worked out, milliseconds since the epoch. */
  readonly asOf: number;
  readonly totals: Totals;
  /** What they are paid now. */
  readonly runs: RunTotals;
  /** What somebody should look at, worst first, without what only could not be judged. */
  readonly attention: readonly Concern[];
  /** Of whom something could not be judged, with that alone. */
  readonly notJudged: readonly Concern[];
  readonly feesNotEarned: readonly FeesNotEarned[];
  /** How many positions hold a leg without leverage, whose margin is not judged. */
  readonly withoutLeverage: number;
  /** How many reasons `--ignore` has left out. */
  readonly ignored: number;
}

/** Sums open positions up and picks those that need attention. */
export function statusOf(
  positions: readonly Position[],
  historyOf: HistoryOf,
  criteria: Criteria,
): PortfolioStatus {
  const { now, limits } = criteria;
  const judged = positions.map((position) => {
    const runs = runsOf(position, { historyOf, now });
    return { runs, position, ...judge(position, runs, criteria) };
  });
  const concerns = judged.map(({ concern }) => concern);
  const clock = { now, staleMs: limits.staleMs };
  const totals = totalsOf(positions, clock, criteria.isUnchecked);
  return {
    criteria,
    asOf: totals.asOf ?? now,
    totals,
    runs: runTotals(judged.map(({ runs }) => runs)),
    attention: worstFirst(concerns.filter(needsAttention)).map((it) => only(it, false)),
    notJudged: concerns.map((it) => only(it, true)).filter(({ reasons }) => reasons.length > 0),
    feesNotEarned: judged.flatMap(
      ({ position, runs }) => feesNotEarned(position, runs, criteria) ?? [],
    ),
    withoutLeverage: positions.filter(lacksLeverage).length,
    ignored: judged.reduce((sum, { ignored }) => sum + ignored, 0),
  };
}

function only({ position, reasons }: Concern, unknown: boolean): Concern {
  return { position, reasons: reasons.filter((reason: Reason) => isUnknown(reason) === unknown) };
}
