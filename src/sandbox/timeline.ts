import { DAY_MS } from "../base/periods.js";
import { hash, Salt, unit } from "./random.js";

/**
 * When positions come and go. Position `k` opens at a random moment of the `k`-th slot since the
 * epoch, so a position keeps its index, its id and its history from one run to the next, and new
 * ones join at the top as the clock goes on.
 */
export interface Timeline {
  readonly seed: number;
  /** Length of a slot, ms; always even. */
  readonly slot: number;
  /** Index of the oldest position. */
  readonly oldest: number;
  /** Places in the round of 24 whose positions are never closed, besides those that never are. */
  readonly kept: ReadonlySet<number>;
}

/** Status filter of a listing. */
export type StatusFilter = "all" | "open" | "closed";

/** Moments of an answer are rounded down to this many milliseconds. */
const TICK = 10_000;

const widestSlot = 5 * DAY_MS;
const longestSpan = 400 * DAY_MS;
const shapes = 24;

// Which of every 24 positions are meant to be closed after a while.
const closing = new Set([1, 4, 6, 9, 11, 14, 16, 19, 21, 23]);

/** Place of a position in the repeating round of 24 that decides what is special about it. */
export function shapeOf(index: number): number {
  return index % shapes;
}

/** Time at which a position was opened (ms since epoch). */
export function openedAt(timeline: Pick<Timeline, "seed" | "slot">, index: number): number {
  // An odd millisecond, so that no position opens or closes on the very second of a funding event.
  const halves = Math.floor((unit(timeline.seed, index, Salt.openedAt) * timeline.slot) / 2);
  return index * timeline.slot + 2 * halves + 1;
}

/** Time at which a position was closed (ms since epoch), or null while it is open. */
export function closedAt(timeline: Timeline, index: number, asOf: number): number | null {
  const shape = shapeOf(index);
  if (!closing.has(shape) || timeline.kept.has(shape)) {
    return null;
  }
  const minutes = 1_500 + (hash(timeline.seed, index, Salt.holding) % 34_000);
  const time = openedAt(timeline, index) + minutes * 60_000;
  return time <= asOf ? time : null;
}

/** Index of the newest position at a time; smaller than `oldest` when there is none. */
export function newest(timeline: Pick<Timeline, "seed" | "slot">, asOf: number): number {
  const current = Math.floor(asOf / timeline.slot);
  return openedAt(timeline, current) <= asOf ? current : current - 1;
}

/** Returns the moment that the figures of an answer belong to; within a tick nothing moves. */
export function momentOf(now: number): number {
  return Math.floor(now / TICK) * TICK;
}

/** Lays out a portfolio that holds `positions` positions at `asOf` (ms since epoch). */
export function createTimeline(
  seed: number,
  positions: number,
  asOf: number,
  kept: ReadonlySet<number>,
): Timeline {
  const slot = 2 * Math.floor(Math.min(widestSlot, longestSpan / Math.max(1, positions)) / 2);
  return { seed, slot, oldest: Math.max(0, newest({ seed, slot }, asOf) - positions + 1), kept };
}

/** Indexes of up to `count` positions that pass the filter, newest first, from `from` downwards. */
export function listIndexes(
  timeline: Timeline,
  asOf: number,
  filter: StatusFilter,
  from: number,
  count: number,
): number[] {
  const found: number[] = [];
  for (let index = from; index >= timeline.oldest && found.length < count; index -= 1) {
    if (filter === "all" || (closedAt(timeline, index, asOf) === null) === (filter === "open")) {
      found.push(index);
    }
  }
  return found;
}
