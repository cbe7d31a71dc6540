import { Big } from "big.js";
import type { Measure } from "../../analytics/measure.js";
import type { ExchangeRisk } from "../../analytics/portfolio/exchanges.js";
import { type Figure, percentOf, sumOf } from "../../base/decimal.js";
import { ratioOf } from "../../base/whole.js";

/** An amount that is to go from an exchange to another one, USD. */
export interface Move {
  readonly from: string;
  readonly to: string;
  readonly amount: Big;
}

/**
 * Moves that make the share of margin, initial margin left ÷ gross notional, the same on all exchanges.
 * src/features/summary/explain.md, "The same share of margin".
 */
export interface EvenMargin {
  /** Share of them together, percent of the notional; `counted` of `of` are exchanges that hold something. */
  readonly share: Measure;
  /** USD to bring to each exchange, below zero to take from it, to the cent; they add up to zero. */
  readonly toMove: ReadonlyMap<string, Big>;
  readonly moves: readonly Move[];
  /** Exchanges in none of these figures, since what is left is unknown for some of their legs. */
  readonly unknown: readonly string[];
}

/** Returns the initial margin left on an exchange, percent of its notional; null unless all is known. */
export function shareOfMargin(risk: ExchangeRisk): Measure {
  const value = isKnown(risk) ? percentOf(risk.left.value, risk.gross.value) : null;
  return { value, unit: "percent", base: "notional", asOf: risk.left.asOf };
}

/** Computes the moves that make the share of margin the same on all exchanges where it is known. */
export function evenMargin(exchanges: readonly ExchangeRisk[]): EvenMargin {
  const holding = exchanges.filter(({ legs }) => legs > 0);
  const known = holding.filter(isKnown);
  const margin = sumOf(known.map(({ left }) => left.value));
  const notional = sumOf(known.map(({ gross }) => gross.value));
  const toMove = known.length < 2 ? new Map<string, Big>() : movedTo(known, margin, notional);
  return {
    share: {
      ...{ value: percentOf(margin, notional), unit: "percent", base: "notional" },
      ...{ counted: known.length, of: holding.length },
    },
    toMove,
    moves: movesOf(toMove),
    unknown: holding.filter((it) => !isKnown(it)).map(({ exchange }) => exchange),
  };
}

function isKnown({ legs, left, gross }: ExchangeRisk): boolean {
  const { counted, of, unchecked = 0 } = left;
  const isWhole = counted === of && gross.counted === gross.of && unchecked === 0;
  return legs > 0 && isWhole && gross.value?.gt(0) === true;
}

/** Returns margin × notional of the exchange ÷ notional - margin of the exchange, for each. */
function movedTo(known: readonly ExchangeRisk[], margin: Figure, notional: Figure) {
  const toMove = new Map<string, Big>();
  if (margin === null || notional === null) return toMove;
  let [exact, cents] = [new Big(0), new Big(0)];
  for (const { exchange, left, gross } of known) {
    const [own, held] = [left.value ?? 0, gross.value ?? 0]; // known, as of all of these
    exact = exact.plus(margin.times(held)).minus(notional.times(own));
    // The sum so far is rounded, and not its parts: the last sum is zero.
    const sum = ratioOf(exact, notional).round(2, Big.roundHalfEven);
    toMove.set(exchange, sum.minus(cents));
    cents = sum;
  }
  return toMove;
}

/** Pairs the largest amount that is too much with the largest one that is missing, until none is left. */
function movesOf(toMove: ReadonlyMap<string, Big>): Move[] {
  const rest = [...toMove].map(([exchange, usd]) => ({ exchange, usd }));
  const moves: Move[] = [];
  for (;;) {
    rest.sort((a, b) => a.usd.cmp(b.usd));
    const [from, to] = [rest[0], rest.at(-1)];
    if (from === undefined || to === undefined || from.usd.gte(0)) return moves;
    const amount = from.usd.abs().lt(to.usd) ? from.usd.abs() : to.usd;
    moves.push({ from: from.exchange, to: to.exchange, amount });
    from.usd = from.usd.plus(amount);
    to.usd = to.usd.minus(amount);
  }
}
