import { type Declared, isFigure } from "../figure.js";
import { POSITION_CATALOG, TOTALS } from "./catalog.js";
import { COMPARED_CATALOG } from "./compared.js";
import { GROUPINGS, groupKey, legsPricePnl } from "./group.js";
import { fundingPnl, LEG_CATALOG, spreadPnl } from "./leg.js";
import { MARKET_CATALOG, PAST_MARKET } from "./market.js";
import { MOVE_FIGURES, MOVE_WHO } from "./move.js";
import { MOVES_TOTALS } from "./moves.js";
import { PAIR_CATALOG } from "./pair.js";
import { PERIOD_FIGURES, PERIOD_TIMES } from "./period.js";
import { SETTLEMENT_FIGURES, SETTLEMENT_WHO, settledFundingSum } from "./settlement.js";

/** What figures and facts are of. */
export const SUBJECT_NAMES = [
  "position",
  "leg",
  "sum",
  "exchange",
  "pair",
  "comparison",
  "market",
  "history",
  "period",
  "settlement",
  "settlements",
  "move",
  "moves",
] as const;
export type Subject = (typeof SUBJECT_NAMES)[number];

/**
 * Every figure and fact that carry declares, by its subject: what a figure is of. Names are unique within a
 * subject. `carry explain` and `carry-cli/figures` say what stands here.
 */
export const SUBJECTS: Readonly<Record<Subject, readonly Declared<never>[]>> = {
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
};

/** What is declared of a figure or a fact; what does not apply is absent. */
export interface Declaration {
  /** Its name in data and on the command line. */
  readonly name: string;
  /** What tables call it, if not by its name. */
  readonly heading?: string | undefined;
  /** What it is, in one sentence. */
  readonly help: string;
  /** Unit of a figure; a fact has none. */
  readonly unit?: string | undefined;
  /** What a percentage is of. */
  readonly base?: string | undefined;
  readonly formula?: string | undefined;
  /** When a figure is unknown. */
  readonly unknownWhen?: string | undefined;
  /** What is not in a figure. */
  readonly leftOut?: string | undefined;
  /** The values that a fact has, where these are fixed; null is one where it may be missing. */
  readonly values?: readonly (string | null)[] | undefined;
}

/** Returns what is declared of a figure or a fact. */
export function declarationOf(it: Declared<never>): Declaration {
  const { help, head } = it.spec;
  const said = { name: it.id, heading: head === it.id ? undefined : head, help };
  if (isFigure(it)) {
    const { unit, base, formula, unknownWhen, leftOut } = it.spec;
    return { ...said, unit, base, formula, unknownWhen, leftOut };
  }
  const { type } = it.spec;
  return { ...said, values: typeof type === "string" ? undefined : type };
}
