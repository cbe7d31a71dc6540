import { Big } from "big.js";
import { recordOf } from "../../../base/collections.js";
import { decimal } from "../../../base/decimal.js";

/** The net PnL and its parts, by their names in JSON and in the archive. */
export const PART_NAMES = [
  "funding_pnl",
  "spread_realized",
  "spread_unrealized",
  "fees_paid",
  "fees_estimated_exit",
  "net_pnl",
] as const;
export type PartName = (typeof PART_NAMES)[number];

/** The net PnL with its parts, at a moment or between two; exact, USD. */
export type Parts = Readonly<Record<PartName, Big>>;

/** Parts that are all 0. */
export const NO_PARTS: Parts = recordOf(PART_NAMES, () => new Big(0));

/** Returns the parts as decimals; null if one is missing, since parts shown together have to add up. */
export function knownParts(
  sent: (name: PartName) => number | string | null | undefined,
): Parts | null {
  const known = recordOf(PART_NAMES, (name) => decimal(sent(name) ?? null));
  return Object.values(known).includes(null) ? null : (known as Parts);
}

/** Returns what changed between two moments. */
export function partsBetween(before: Parts, after: Parts): Parts {
  return recordOf(PART_NAMES, (name) => after[name].minus(before[name]));
}

/** Returns the sums. */
export function addParts(one: Parts, other: Parts): Parts {
  return recordOf(PART_NAMES, (name) => one[name].plus(other[name]));
}

/** Reports whether every part is 0. */
export function isNothing(parts: Parts): boolean {
  return PART_NAMES.every((name) => parts[name].eq(0));
}
