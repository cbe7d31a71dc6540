import { DAY_MS } from "../base/time/periods.js";
import { hash, Salt, unit } from "./random.js";

/**
 * Opening and closing times of positions. Position `k` opens at a random time in the `k`-th slot since
 * the epoch, so that a position keeps its index, its id and its history across runs, and new ones are
 * added at the top as time passes.
 */
export interface Timeline {
  readonly seed: number;
  /** Length of a slot, ms; always even. */
  readonly slot: number;
  /** Index of the oldest position. */
  readonly oldest: number;
  /** Indexes in the round of 24 that are kept open, besides those that always are. */
  readonly kept: ReadonlySet<number>;
}

/** Status filter of a listing. */
export type StatusFilter = "all" | "open" | "closed";

/** Times of an answer are rounded down to this many milliseconds. */
const TICK = 10_000;

const widestSlot = 5 * DAY_MS;
const longestSpan = 400 * DAY_MS;
const shapes = 24;

// Indexes in the round of 24 that are closed after a while.
const closing = new Set([1, 4, 6, 9, 11, 14, 16, 19, 21, 23]);

/** Returns the index of a position in the repeating round of 24, which determines its properties. */
export function shapeOf(index: number): number {
  return index % shapes;
}

/** Returns the opening time of a position, ms since epoch. */
export function openedAt(timeline: Pick<Timeline, "seed" | "slot">, index: number): number {
  // An odd millisecond, so that no position opens or closes exactly at a funding event.
  const halves = Math.floor((unit(timeline.seed, index, Salt.openedAt) * timeline.slot) / 2);
  return index * timeline.slot + 2 * halves + 1;
}

/** Returns the closing time of a position (ms since epoch), or null while it is open. */
export function closedAt(timeline: Timeline, index: number, asOf: number): number | null {
  const shape = shapeOf(index);
  if (!closing.has(shape) || timeline.kept.has(shape)) return null;
  const minutes = 1_500 + (hash(timeline.seed, index, Salt.holding) % 34_000);
  const time = openedAt(timeline, index) + minutes * 60_000;
  return time <= asOf ? time : null;
}

/** Returns the index of the newest position at a time; below `oldest` if there is none. */
export function newest(timeline: Pick<Timeline, "seed" | "slot">, asOf: number): number {
  const current = Math.floor(asOf / timeline.slot);
  return openedAt(timeline, current) <= asOf ? current : current - 1;
}

/** Returns the time of the figures of an answer, which change with each tick only. */
export function momentOf(now: number): number {
  return Math.floor(now / TICK) * TICK;
}

/** Creates a portfolio with `positions` positions at `asOf` (ms since epoch). */
export function createTimeline(
  seed: number,
  positions: number,
  asOf: number,
  kept: ReadonlySet<number>,
): Timeline {
  const slot = 2 * Math.floor(Math.min(widestSlot, longestSpan / Math.max(1, positions)) / 2);
  return { seed, slot, oldest: Math.max(0, newest({ seed, slot }, asOf) - positions + 1), kept };
}

/** Returns up to `count` indexes of positions that match the filter, newest first, from `from` down. */
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
