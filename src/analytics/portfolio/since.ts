import { DAY_MS, HOUR_MS } from "../../base/time/periods.js";
import type { Position } from "../../client/resources/position.js";
import type { Measure } from "../measure.js";
import {
  type Moment,
  momentOf,
  type SnapshotPosition,
  standingOf,
} from "../position/snapshot-position.js";
import type { PartName } from "./parts.js";
import { figuresOf } from "./pnl-between.js";
import { createTracker } from "./tracker.js";

/** Age of the snapshot that a status is compared with, and how far from it the snapshot may be. */
export const SINCE_MS = { ago: DAY_MS, within: 2 * HOUR_MS } as const;

/** What changed of the open positions since a snapshot. */
export interface Since {
  /** When it was taken, milliseconds since the epoch. */
  readonly at: number;
  /** Change of the net PnL, USD; a position that closed since keeps its last figures. */
  readonly net: Measure;
  /** The same of each part of the net PnL, USD. */
  readonly parts: Readonly<Record<PartName, Measure>>;
  readonly opened: readonly SnapshotPosition[];
  readonly closed: readonly SnapshotPosition[];
}

/**
 * Returns what changed since a snapshot, `before`. src/features/status/explain.md, "Since yesterday".
 * @param now time of the service, milliseconds since the epoch; later than the snapshot
 */
export function sinceSnapshot(before: Moment, positions: readonly Position[], now: number): Since {
  const tracker = createTracker();
  tracker.see(before);
  tracker.settle();
  tracker.see(momentOf(now, positions.map(standingOf)));
  const parts = figuresOf(tracker.settle());
  const tracks = tracker.tracks();
  return {
    at: before.at,
    net: parts.net_pnl,
    parts,
    opened: tracks.filter(({ isNew }) => isNew).map(({ last }) => last),
    closed: tracks.filter(({ isListed }) => !isListed).map(({ last }) => last),
  };
}
