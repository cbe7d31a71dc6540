import type { Position } from "../../client/resources/position.js";
import { type Book, bookOf, bookReason, isIgnoredOfBook } from "../funding/book.js";
import { feesNotEarned } from "../funding/earnings.js";
import type { HistoryOf } from "../funding/run-legs.js";
import { type RunTotals, runTotals } from "../funding/run-totals.js";
import { type Runs, runsOf } from "../funding/shown-runs.js";
import { worstFirst } from "../position/attention.js";
import { type Criteria, clockOf } from "../position/criteria.js";
import { judge } from "../position/judge.js";
import { lacksLeverage } from "../position/margin.js";
import {
  type Concern,
  type Concerned,
  type FeesNotEarned,
  isUnknown,
  type Reason,
  withReasons,
} from "../position/reason.js";
import { type Totals, totalsOf } from "./totals.js";

/** An open position with its current funding and the reasons found for it. */
export interface JudgedPosition extends Concern {
  readonly runs: Runs;
  /** Every reason, also those that the setting `ignore` leaves out. */
  readonly found: readonly Reason[];
}

/** Status of the open positions of a portfolio. */
export interface PortfolioStatus {
  readonly criteria: Criteria;
  /** Time of the oldest performance, or now without a position, milliseconds since the epoch; null if unknown. */
  readonly asOf: number | null;
  readonly totals: Totals;
  /** Current funding of all positions. */
  readonly runs: RunTotals;
  /** Funding of all positions together, with the reasons of all together. */
  readonly book: Book & { readonly concerns: readonly Concern<undefined>[] };
  /** Every position, in the given order. */
  readonly each: readonly JudgedPosition[];
  /** Positions that need attention, worst first, without checks that could not be made. */
  readonly attention: readonly Concern[];
  /** Positions with checks that could not be made, with only those. */
  readonly notJudged: readonly Concern[];
  readonly feesNotEarned: readonly FeesNotEarned[];
  /** Number of positions with a held leg without leverage, whose margin is unknown. */
  readonly withoutLeverage: number;
  /** Number of reasons left out by the setting `ignore`. */
  readonly ignored: number;
}

/** Returns the positions that need attention, or all of them together, worst first. */
export function allAttention({ attention, book }: PortfolioStatus): Concern<Concerned>[] {
  return worstFirst([...attention, ...withReasons(book.concerns, (it) => !isUnknown(it))]);
}

/** Returns why all positions together need attention. */
export function bookAttention({ book }: Pick<PortfolioStatus, "book">): Reason[] {
  return book.concerns.flatMap(({ reasons }) => reasons.filter((it) => !isUnknown(it)));
}

/** Reports whether the funding of all positions together is known. */
export function isBookJudged({ book }: Pick<PortfolioStatus, "book">): boolean {
  return !book.concerns.some(({ reasons }) => reasons.some(isUnknown));
}

/** Returns the checks that could not be made: of positions, then of all of them together. */
export function allNotJudged({ notJudged, book }: PortfolioStatus): Concern<Concerned>[] {
  return [...notJudged, ...withReasons(book.concerns, isUnknown)];
}

/** Judges an open position by its current funding. */
export function judgedOf(position: Position, historyOf: HistoryOf, criteria: Criteria) {
  const runs = runsOf(position, { historyOf, now: criteria.now });
  return { runs, position, ...judge(position, runs, criteria) };
}

/** Sums open positions and selects those that need attention. @param judged if they were judged before */
export function statusOf(
  positions: readonly Position[],
  historyOf: HistoryOf,
  criteria: Criteria,
  judged = positions.map((position) => judgedOf(position, historyOf, criteria)),
): PortfolioStatus {
  const { now } = criteria;
  const concerns = judged.map(({ concern }) => concern);
  const totals = totalsOf(positions, clockOf(criteria), criteria.isUnchecked);
  const runs = runTotals(judged, { historyOf, now }, criteria.isUnchecked);
  const book = bookOf(judged, runs, clockOf(criteria));
  const ofBook = bookReason(book, criteria);
  const isLeftOut = ofBook !== undefined && isIgnoredOfBook(ofBook, criteria);
  const reasons = ofBook === undefined || isLeftOut ? [] : [ofBook];
  return {
    criteria,
    asOf: totals.asOf ?? (positions.length === 0 ? now : null),
    totals,
    runs,
    book: { ...book, concerns: reasons.length === 0 ? [] : [{ position: undefined, reasons }] },
    each: judged.map(({ concern, runs, found }) => ({ runs, found, ...concern })),
    attention: worstFirst(withReasons(concerns, (it) => !isUnknown(it))),
    notJudged: withReasons(concerns, isUnknown),
    feesNotEarned: judged.flatMap(
      ({ position, runs }) => feesNotEarned(position, runs, criteria) ?? [],
    ),
    withoutLeverage: positions.filter(lacksLeverage).length,
    ignored: judged.reduce((sum, { ignored }) => sum + ignored, Number(isLeftOut)),
  };
}
