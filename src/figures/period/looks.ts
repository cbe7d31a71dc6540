import { Big } from "big.js";
import { recordOf } from "../../base/collections.js";
import { decimal, type Figure } from "../../base/decimal.js";
import { instantOf, knownInstant } from "../../client/listing/record-time.js";
import type { Leg, Position } from "../../client/resources/position.js";

/** The net PnL and its parts, by their names in JSON and in the archive. */
const PART_NAMES = [
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

/** A position as it was listed at a moment. Times are milliseconds since the epoch. */
export interface SnapshotPosition {
  readonly positionId: string;
  readonly asset: string;
  readonly status: Position["status"];
  /** `NaN` if it cannot be read. */
  readonly openedAt: number;
  readonly closedAt: number | null;
  readonly legs: readonly Leg[];
  /** Null while the net PnL or a part of it is unknown. */
  readonly parts: Parts | null;
  /** Returns a part as sent, also while others are unknown. */
  readonly partOf: (name: PartName) => Figure;
  /** When these were calculated; null if that is unknown. */
  readonly calculatedAt: number | null;
}

/** A complete listing of a portfolio at a moment. */
export interface Moment {
  /** Milliseconds since the epoch; later than the moment before. */
  readonly at: number;
  /** Every position that was listed. */
  readonly ids: ReadonlySet<string>;
  /** The positions that may differ from the moment before; the first moment has all of them. */
  readonly standings: readonly SnapshotPosition[];
}

/** Converts a position of a listing. */
export function standingOf(position: Position): SnapshotPosition {
  const { position_id, asset, status, opened_at, closed_at, legs, performance } = position;
  return {
    positionId: position_id,
    asset,
    status,
    legs,
    openedAt: instantOf(opened_at),
    closedAt: closed_at === null ? null : instantOf(closed_at),
    parts: knownParts((name) => sentPart(position, name)),
    partOf: (name) => decimal(sentPart(position, name) ?? null),
    calculatedAt: performance === undefined ? null : knownInstant(performance.calculated_at),
  };
}

/** Returns a listing as a moment. @param at milliseconds since the epoch */
export function momentOf(at: number, standings: readonly SnapshotPosition[]): Moment {
  return { at, ids: new Set(standings.map(({ positionId }) => positionId)), standings };
}

function sentPart({ performance }: Position, name: PartName): number | string | null | undefined {
  if (performance === undefined) return null;
  const { funding_pnl, net_pnl, fees, spread_pnl } = performance;
  const sent: Record<PartName, number | string | null> = {
    funding_pnl,
    spread_realized: spread_pnl.realized,
    spread_unrealized: spread_pnl.unrealized,
    fees_paid: fees.paid,
    fees_estimated_exit: fees.estimated_exit,
    net_pnl,
  };
  return sent[name];
}
