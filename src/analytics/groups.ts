import type { LegSummary, Position } from "../client/resources/position.js";
import type { Grouping } from "./groupings.js";
import { type Accumulator, createAccumulator, type Totals } from "./totals.js";

/** Positions that have something in common, summed up. */
export interface Group extends Totals {
  /** What they have in common. */
  readonly key: string;
}

/** Sums positions up by group and over all, one by one. */
export interface Grouper {
  add(position: Position): void;
  /** The groups, the largest gross notional first; those where none is known come last. */
  groups(): Group[];
  all(): Totals;
}

/**
 * Each position belongs to one group, so that the groups add up to the whole.
 * @param how parameters of {@link createAccumulator}
 */
export function createGrouper(by: Grouping, ...how: Parameters<typeof createAccumulator>): Grouper {
  const keyOf = KEYS[by];
  const groups = new Map<string, Accumulator>();
  const all = createAccumulator(...how);
  return {
    add(position) {
      const key = keyOf(position);
      const group = groups.get(key) ?? createAccumulator(...how);
      groups.set(key, group);
      group.add(position);
      all.add(position);
    },
    groups: () =>
      [...groups].map(([key, group]) => ({ key, ...group.totals() })).sort(largestFirst),
    all: () => all.totals(),
  };
}

const KEYS: Readonly<Record<Grouping, (position: Position) => string>> = {
  asset: ({ asset }) => asset,
  exchange: ({ legs }) => pairOf(legs),
  status: ({ status }) => status,
};

/**
 * The exchanges of a position, those of its long legs before the slash: `binance/bybit+okx`. What a
 * position has earned is told for the position alone: to split it between the exchanges of its legs
 * would be a guess, so that exchanges are grouped as the pairs that they are held in.
 */
export function pairOf(legs: readonly LegSummary[]): string {
  return `${exchangesOn(legs, "long") ?? "none"}/${exchangesOn(legs, "short") ?? "none"}`;
}

/** The exchanges of one side, each once and in one order: `bybit+okx`; null where there is none. */
export function exchangesOn(legs: readonly LegSummary[], side: LegSummary["side"]): string | null {
  const names = legs.filter((leg) => leg.side === side).map(({ exchange }) => exchange);
  return names.length === 0 ? null : [...new Set(names)].sort().join("+");
}

function largestFirst(a: Group, b: Group): number {
  const [left, right] = [a.figures.gross_notional.value, b.figures.gross_notional.value];
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return right.cmp(left) || (a.key < b.key ? -1 : 1);
}
