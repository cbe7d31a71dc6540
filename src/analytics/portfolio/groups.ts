import { descending } from "../../base/decimal.js";
import { instantOf } from "../../client/listing/record-time.js";
import type { Leg, Position } from "../../client/resources/position.js";
import { daysHeld } from "../position/days-held.js";
import type { PositionGrouping } from "./groupings.js";
import { createResults, type Results } from "./results.js";
import { createAccumulator, type Totals } from "./totals.js";

/** Totals of the positions of a group. */
export interface Group extends Totals {
  /** Common value of the property they are grouped by. */
  readonly key: string;
  /** Figures of its closed positions. */
  readonly results: Results;
}

/**
 * Sums positions, added one at a time, by group and in total. Each position belongs to one group, so
 * the groups add up to the total. @param by a property, or a function that returns the key of a position
 */
export function createGrouper(
  by: keyof typeof KEYS | ((position: Position) => string),
  ...how: Parameters<typeof createAccumulator>
) {
  const keyOf = typeof by === "function" ? by : KEYS[by];
  const [clock] = how;
  const createGroup = () => ({ totals: createAccumulator(...how), results: createResults() });
  const groups = new Map<string, ReturnType<typeof createGroup>>();
  const all = createAccumulator(...how);
  return {
    add(position: Position) {
      const key = keyOf(position, clock.now);
      const group = groups.get(key) ?? createGroup();
      groups.set(key, group);
      for (const it of [group.totals, group.results, all]) it.add(position);
    },
    /** Returns groups: months newest first, ages shortest first, others by falling gross notional. */
    groups: (): Group[] =>
      [...groups]
        .map(([key, group]) => ({
          key,
          ...group.totals.totals(),
          results: group.results.results(),
        }))
        .sort((typeof by === "function" ? undefined : ORDERS[by]) ?? largestFirst),
    all: () => all.totals(),
  };
}

const KEYS: Readonly<
  Record<Exclude<PositionGrouping, "portfolio">, (position: Position, now: number) => string>
> = {
  asset: ({ asset }) => asset,
  pair: ({ legs }) => pairOf(legs),
  status: ({ status }) => status,
  month: ({ status, closed_at: closed }) => {
    if (status === "open") return OPEN;
    return closed === null ? UNKNOWN : new Date(instantOf(closed)).toISOString().slice(0, 7);
  },
  age: (position, now) => {
    if (position.status === "closed" && position.closed_at === null) return UNKNOWN;
    const days = daysHeld(position, now);
    if (Number.isNaN(days)) return UNKNOWN;
    return AGES.find(({ below }) => days < below)?.name ?? OLDEST;
  },
};

/** The group of the open positions among the months of closing. */
const OPEN = "open";

/** The group of positions whose time of opening or closing is missing or cannot be read. */
const UNKNOWN = "unknown";

/** Ages of open positions, and how long closed ones were held. */
const AGES = [
  { name: "under 1d", below: 1 },
  { name: "1d to 7d", below: 7 },
  { name: "7d to 30d", below: 30 },
  { name: "30d to 90d", below: 90 },
] as const;
const OLDEST = "90d or more";

const ORDERS: Partial<Record<keyof typeof KEYS, (a: Group, b: Group) => number>> = {
  month: (a, b) => (a.key > b.key ? -1 : 1),
  age: (a, b) => ageRank(a.key) - ageRank(b.key),
};

function ageRank(key: string): number {
  if (key === UNKNOWN) return AGES.length + 1;
  const rank = AGES.findIndex(({ name }) => name === key);
  return rank < 0 ? AGES.length : rank;
}

/**
 * Returns the exchanges of a position, long before short: `binance/bybit+okx`. Positions are grouped
 * by pair, not by exchange, since the service reports earnings per position.
 */
export function pairOf(legs: readonly Pick<Leg, "side" | "exchange">[]): string {
  return `${exchangesOn(legs, "long") ?? "none"}/${exchangesOn(legs, "short") ?? "none"}`;
}

/** Returns the distinct exchanges of one side, sorted: `bybit+okx`; null without a leg. */
export function exchangesOn(
  legs: readonly Pick<Leg, "side" | "exchange">[],
  side: Leg["side"],
): string | null {
  const names = legs.filter((leg) => leg.side === side).map(({ exchange }) => exchange);
  return names.length === 0 ? null : [...new Set(names)].sort().join("+");
}

function largestFirst(a: Group, b: Group): number {
  return descending(a.aboutGross, b.aboutGross) || (a.key < b.key ? -1 : 1);
}
