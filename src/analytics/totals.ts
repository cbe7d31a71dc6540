import { Big } from "big.js";
import type { Performance, Position } from "../api/position.js";
import { decimal, type Figure, sumOf } from "./decimal.js";
import { exposureOf } from "./hedge.js";
import { restsOnStaleMark } from "./mark.js";

/** The figures that are summed up, by the names that they have in JSON; USD, but for the last. */
const SUMMED = [
  "gross_notional",
  "net_notional",
  "funding_pnl",
  "fees",
  "spread_pnl",
  "net_pnl",
] as const;
/** All figures of a group; `apr` is in percent a year, of open positions by gross notional. */
export const FIGURES = [...SUMMED, "apr"] as const;

type SummedName = (typeof SUMMED)[number];
export type FigureName = (typeof FIGURES)[number];

/** A figure with how many positions take part in it. */
export interface Counted {
  /** Null when no position takes part. */
  readonly value: Figure;
  readonly counted: number;
}

/** What positions come to together. Formulas: docs/analytics.md, "Totals". */
export interface Totals {
  readonly positions: number;
  readonly open: number;
  readonly closed: number;
  /** How many of them have a stale mark price, on which all but funding and fees rest. */
  readonly stale: number;
  readonly figures: Readonly<Record<FigureName, Counted>>;
}

/** Adds positions up one by one, so that no list of them has to be kept. */
export interface Accumulator {
  add(position: Position): void;
  totals(): Totals;
}

/**
 * Sums positions up; a position whose figure is missing does not take part in that figure.
 * @param clock the time of the service, milliseconds since the epoch; read at each position
 */
export function createAccumulator(clock: { readonly now: number }): Accumulator {
  const sums = new Map<SummedName, Sum>(SUMMED.map((name) => [name, createSum()]));
  const weighted = createSum();
  const weights = createSum();
  const counts = { positions: 0, open: 0, closed: 0, stale: 0 };
  return {
    add(position) {
      counts.positions++;
      counts[position.status]++;
      if (restsOnStaleMark(position, clock.now)) counts.stale++;
      const figures = figuresOf(position);
      for (const [name, sum] of sums) sum.add(figures[name]);
      const apr = decimal(position.performance?.apr ?? null);
      const weight = figures.gross_notional;
      if (position.status !== "open" || apr === null || weight === null || weight.lte(0)) return;
      weighted.add(apr.times(weight));
      weights.add(weight);
    },
    totals() {
      const figures = Object.fromEntries([...sums].map(([name, sum]) => [name, sum.result()]));
      const apr = meanApr(weighted.result(), weights.result());
      return { ...counts, figures: { ...(figures as Record<SummedName, Counted>), apr } };
    },
  };
}

/**
 * What these positions come to together.
 * @param now the time of the service, milliseconds since the epoch
 */
export function totalsOf(positions: Iterable<Position>, now: number): Totals {
  const accumulator = createAccumulator({ now });
  for (const position of positions) accumulator.add(position);
  return accumulator.totals();
}

/** The figures of one position; null where the service tells none. */
function figuresOf(position: Position): Record<SummedName, Figure> {
  const { performance } = position;
  const { grossNotional, netNotional } = exposureOf(position);
  const of = (value: (it: Performance) => Figure): Figure =>
    performance === undefined ? null : value(performance);
  return {
    gross_notional: grossNotional,
    net_notional: netNotional,
    funding_pnl: of((it) => decimal(it.funding_pnl)),
    fees: of(feesOf),
    spread_pnl: of(spreadOf),
    net_pnl: of((it) => decimal(it.net_pnl)),
  };
}

/** Fees paid and to come, USD. */
export function feesOf({ fees }: Performance): Figure {
  return sumOf([decimal(fees.paid), decimal(fees.estimated_exit)]);
}

/** What the prices have brought, realized and not, USD. */
export function spreadOf({ spread_pnl }: Performance): Figure {
  return sumOf([decimal(spread_pnl.realized), decimal(spread_pnl.unrealized)]);
}

const APR_DECIMALS = 8;

function meanApr(weighted: Counted, weights: Counted): Counted {
  if (weighted.value === null || weights.value === null) return { value: null, counted: 0 };
  const value = weighted.value.div(weights.value).round(APR_DECIMALS, Big.roundHalfEven);
  return { value, counted: weights.counted };
}

interface Sum {
  add(figure: Figure): void;
  result(): Counted;
}

function createSum(): Sum {
  let value = new Big(0);
  let counted = 0;
  return {
    add(figure) {
      if (figure === null) return;
      value = value.plus(figure);
      counted++;
    },
    result: () => ({ value: counted === 0 ? null : value, counted }),
  };
}
