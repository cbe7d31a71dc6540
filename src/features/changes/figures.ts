import { Big } from "big.js";
import type { LeftOutSum } from "../../analytics/portfolio/left-out.js";
import { isNothing, type Parts } from "../../analytics/portfolio/parts.js";
import {
  apartOf,
  figuresOf,
  leftOutBetween,
  type PnlFigures,
  unsizedOf,
} from "../../analytics/portfolio/pnl-between.js";
import type { Aside, Track } from "../../analytics/portfolio/tracked-position.js";
import { createTracker } from "../../analytics/portfolio/tracker.js";
import type { Moment, SnapshotPosition } from "../../analytics/position/snapshot-position.js";
import { EVENT_RANKS, eventsBetween, type MomentEvent } from "./events.js";

/** A position that changed between two moments. */
export interface ChangedPosition {
  /** As it is, or as it was listed last. */
  readonly standing: SnapshotPosition;
  readonly events: readonly MomentEvent[];
  /** Changes of its figures; null if they are unknown. */
  readonly parts: Parts | null;
}

/** What changed between two moments. Times are milliseconds since the epoch. */
export interface Changes {
  readonly from: number;
  readonly to: number;
  /** Number of open positions at both moments. */
  readonly openBefore: number;
  readonly openAfter: number;
  /** Those with an event first, then those with the largest change of net PnL. */
  readonly positions: readonly ChangedPosition[];
  readonly totals: PnlFigures;
  /** Positions that are in no sum, or do not count from the first moment on. */
  readonly asides: readonly Aside[];
  /** Changes of the positions that are in no sum. */
  readonly leftOut: LeftOutSum;
  /** Number of positions closed before the first moment that it does not list. */
  readonly closedEarlier: number;
}

/**
 * Returns what changed from one listing to a later one. src/features/pnl/explain.md, "Between two moments".
 */
export function changesBetween(before: Moment, after: Moment): Changes {
  const tracker = createTracker({ addsNotionals: true });
  tracker.see(before);
  tracker.settle();
  tracker.see(after);
  const { steps, asides: all, ...span } = tracker.settle();
  const earlier = all.filter((aside) => isHistory(aside, before.at));
  const hidden = new Set(earlier.map(({ track }) => track));
  const own = all.filter(({ track }) => !hidden.has(track));
  const settlement = { steps, asides: own, ...span };
  const asides = [...own, ...unsizedOf(settlement)];
  const partsOf = new Map(steps.map(({ track, parts }) => [track, parts]));
  const positions = tracker
    .tracks()
    .filter((track) => !hidden.has(track))
    .map((track) => changedOf(track, before, partsOf.get(track) ?? null));
  const { from, to } = span;
  return {
    ...{ from, to },
    openBefore: before.standings.filter(isOpen).length,
    openAfter: after.standings.filter(isOpen).length,
    positions: positions.filter(isNews).sort(byWeight),
    totals: figuresOf(settlement),
    asides,
    leftOut: leftOutBetween(apartOf(settlement), tracker.tracks()),
    closedEarlier: earlier.length,
  };
}

function changedOf(track: Track, { at, ids }: Moment, parts: Parts | null): ChangedPosition {
  const { first, last, firstAt, isNew, isListed } = track;
  const was = firstAt === at && ids.has(first.positionId) ? first : undefined;
  const events = eventsBetween(was, isListed ? last : undefined, isNew);
  return { standing: last, events, parts };
}

/** Reports whether a position closed before the first moment, and is not in its listing. */
function isHistory({ code, track }: Aside, before: number): boolean {
  const { closedAt, status } = track.last;
  return code === "first_seen" && status === "closed" && closedAt !== null && closedAt <= before;
}

function isOpen({ status }: SnapshotPosition): boolean {
  return status === "open";
}

/** Reports whether there is anything to show of a position. */
function isNews({ events, parts, standing }: ChangedPosition): boolean {
  if (events.length > 0) return true;
  return parts === null ? isOpen(standing) : !isNothing(parts);
}

function byWeight(a: ChangedPosition, b: ChangedPosition): number {
  const rank = ({ events: [first] }: ChangedPosition) =>
    first === undefined ? Number.MAX_SAFE_INTEGER : rankOf(first);
  const size = ({ parts }: ChangedPosition) => parts?.net_pnl.abs() ?? new Big(0);
  return rank(a) - rank(b) || size(b).cmp(size(a));
}

function rankOf({ code }: MomentEvent): number {
  return EVENT_RANKS[code];
}
