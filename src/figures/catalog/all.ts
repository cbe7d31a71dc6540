import type { Declared } from "../figure.js";
import { POSITION_CATALOG, TOTALS } from "./catalog.js";
import { COMPARED_CATALOG } from "./compared.js";
import { GROUPINGS, groupKey, legsPricePnl } from "./group.js";
import { fundingPnl, LEG_CATALOG, spreadPnl } from "./leg.js";
import { MARKET_CATALOG } from "./market.js";
import { MOVE_FIGURES, MOVE_WHO } from "./move.js";
import { MOVES_TOTALS } from "./moves.js";
import { PAIR_CATALOG } from "./pair.js";
import { PAST_MARKET } from "./past-market.js";
import { PERIOD_FIGURES, PERIOD_TIMES } from "./period.js";
import { SETTLEMENT_FIGURES, SETTLEMENT_WHO, settledFundingSum } from "./settlement.js";

/**
 * Every figure and fact that carry declares, by its subject: what a figure is of. Names are unique within a
 * subject. `carry explain` and `carry-cli/figures` say what stands here.
 */
export const SUBJECTS = {
  position: POSITION_CATALOG,
  leg: [...LEG_CATALOG, spreadPnl, fundingPnl],
  /** Positions together: a book, or those of one asset, exchange, pair or portfolio. */
  sum: [...GROUPINGS.map(groupKey), ...TOTALS],
  /** The legs on one exchange. */
  exchange: [legsPricePnl],
  pair: PAIR_CATALOG,
  /** Two markets compared over a range of time. */
  comparison: COMPARED_CATALOG,
  market: MARKET_CATALOG,
  /** What a market settled in a range of time. */
  history: PAST_MARKET,
  /** What is between two looks. */
  period: [...PERIOD_TIMES, ...PERIOD_FIGURES],
  settlement: [...SETTLEMENT_WHO, ...SETTLEMENT_FIGURES],
  settlements: [settledFundingSum],
  /** A position, and the pair of markets that it could move to. */
  move: [...MOVE_WHO, ...MOVE_FIGURES],
  moves: MOVES_TOTALS,
} as const satisfies Readonly<Record<string, readonly Declared<never>[]>>;

/** What a figure is of. */
export type Subject = keyof typeof SUBJECTS;

/** The names of the subjects. */
export const SUBJECT_NAMES = Object.keys(SUBJECTS) as Subject[];
