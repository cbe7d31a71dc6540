import type { LegSummary, Position } from "../client/resources/position.js";
import type { Grouping } from "./groupings.js";
import { type Accumulator, createAccumulator, type Totals } from "./totals.js";

/** Totals of the positions of a group. */
export interface Group extends Totals {
  /** Common value of the property they are grouped by. */
  readonly key: string;
}

/** Sums positions, added one at a time, by group and in total. */
export interface Grouper {
  add(position: Position): void;
  /** Returns the groups, largest gross notional first, unknown ones last. */
  groups(): Group[];
  all(): Totals;
}

/**
 * Creates a grouper. Each position belongs to one group, so the groups add up to the total.
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
 * Returns the exchanges of a position, long before short: `binance/bybit+okx`. Positions are grouped
 * by the pair, since the service reports earnings per position and they cannot be attributed to the
 * exchanges of its legs.
 */
export function pairOf(legs: readonly LegSummary[]): string {
  return `${exchangesOn(legs, "long") ?? "none"}/${exchangesOn(legs, "short") ?? "none"}`;
}

/** Returns the distinct exchanges of one side, sorted: `bybit+okx`; null without a leg. */
export function exchangesOn(legs: readonly LegSummary[], side: LegSummary["side"]): string | null {
  const names = legs.filter((leg) => leg.side === side).map(({ exchange }) => exchange);
  return names.length === 0 ? null : [...new Set(names)].sort().join("+");
}

function largestFirst(a: Group, b: Group): number {
  const [left, right] = [a.figures.gross_notional.value, b.figures.gross_notional.value];
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return right.cmp(left) || (a.key < b.key ? -1 : 1);
}
