import { Big } from "big.js";
import type { Figure } from "../../base/decimal.js";
import { HOUR_MS } from "../../base/time/periods.js";
import type { Moment } from "../position/snapshot-position.js";
import type { LeftOutSum } from "./left-out.js";
import { addParts, NO_PARTS, type Parts } from "./parts.js";
import { isInNoSum, keepFirst, lasting, leftOutBetween } from "./pnl-between.js";
import type { Aside, Track } from "./tracked-position.js";
import { createTracker } from "./tracker.js";

/** The cumulative PnL at a snapshot. */
export interface HistoryPoint {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Changes since the first point; null while positions are listed and no net PnL has been known. */
  readonly parts: Parts | null;
  /** Number of open positions. */
  readonly open: number;
  /** Number of positions whose changes are known until now; `of` also counts those in no sum. */
  readonly counted: number;
  readonly of: number;
}

/** Maximum drawdown of recorded points. */
export interface Fall {
  /** USD, 0 or more; null without a known point. */
  readonly amount: Figure;
  /** Times of the highest point before it and of its lowest; undefined without a fall. */
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** A history of net PnL. Times are milliseconds since the epoch. */
export interface History {
  readonly points: readonly HistoryPoint[];
  readonly fall: Fall;
  /** Hours that are recorded, out of those from the first to the last snapshot. */
  readonly coveredHours: number;
  readonly wantedHours: number;
  /** Usual time between two snapshots, milliseconds. */
  readonly spacing: number;
  /** Positions in no sum, or not counted from each point to the next; each reason once. */
  readonly asides: readonly Aside[];
  /** Changes of the positions that are in no sum. */
  readonly leftOut: LeftOutSum;
}

/** Returns the history of a portfolio. @param moments at least two, in order */
export async function historyOf(moments: AsyncIterable<Moment>): Promise<History> {
  const tracker = createTracker();
  const open = new Set<string>();
  const points: HistoryPoint[] = [];
  const asides = new Map<string, Aside>();
  const inSum = new Set<Track>();
  const all = new Set<Track>();
  let sum = NO_PARTS;
  let isKnown = false;
  for await (const moment of moments) {
    tracker.see(moment);
    const { steps, asides: found } = tracker.settle();
    for (const { parts, track } of steps) {
      sum = addParts(sum, parts);
      inSum.add(track);
      all.add(track);
    }
    for (const { positionId, status, parts } of moment.standings) {
      if (status === "open") open.add(positionId);
      else open.delete(positionId);
      isKnown ||= parts !== null;
    }
    for (const id of open) if (!moment.ids.has(id)) open.delete(id);
    for (const aside of found) keepFirst(asides, aside);
    const parts = isKnown || moment.ids.size === 0 ? sum : null;
    const levels = points.length === 0 ? tracker.tracks().filter(isKnownAndOpen) : [];
    const lacking = lasting(asides)
      .filter((it) => isInNoSum(it) && (it.code === "net_unknown" || !inSum.has(it.track)))
      .map(({ track }) => track);
    for (const track of [...levels, ...lacking]) all.add(track);
    const unknown = new Set(lacking);
    const isIn = (it: Track) => inSum.has(it) || it.isListed || unknown.has(it);
    const of = [...all].filter(isIn).length; // a level that vanished is in no step
    points.push({ at: moment.at, parts, open: open.size, counted: of - unknown.size, of });
  }
  const times = points.map(({ at }) => at);
  const spacing = usualSpacing(times);
  const hours = recordedHours(times, spacing);
  const left = lasting(asides);
  const apart = left.filter((it) => isInNoSum(it) && !inSum.has(it.track));
  const leftOut = leftOutBetween(new Set(apart.map(({ track }) => track)), tracker.tracks());
  return { points, fall: fallOf(points), ...hours, spacing, asides: left, leftOut };
}

function isKnownAndOpen({ last: { status, parts } }: Track): boolean {
  return status === "open" && parts !== null;
}

/** Returns the maximum drawdown: the most of (highest so far - value), the highest being at least 0. */
function fallOf(points: readonly Pick<HistoryPoint, "at" | "parts">[]): Fall {
  const known = points.flatMap(({ at, parts }) => (parts === null ? [] : [{ at, parts }]));
  let high = { value: new Big(0), at: known[0]?.at };
  let most = new Big(0);
  let [from, to]: (number | undefined)[] = [];
  for (const { at, parts } of known) {
    const value = parts.net_pnl;
    if (value.gt(high.value)) high = { value, at };
    const amount = high.value.minus(value);
    if (amount.gt(most)) [most, from, to] = [amount, high.at, at];
  }
  return { amount: known.length === 0 ? null : most, from, to };
}

/** Returns the median time between consecutive snapshots, at least an hour, milliseconds. */
function usualSpacing(times: readonly number[]): number {
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const median = gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? 0;
  return Math.max(HOUR_MS, median);
}

/** Longest time between snapshots that is no gap, in usual spacings. */
const GAP = 1.5;

/** Reports whether snapshots are missing between two times. @param spacing milliseconds */
export function isGap(from: number, to: number, spacing: number): boolean {
  return to - from > GAP * spacing;
}

/** Returns the recorded hours: of a gap, only one usual spacing before its end. */
function recordedHours(times: readonly number[], spacing: number) {
  const wanted = (times.at(-1) ?? 0) - (times[0] ?? 0);
  const covered = times.slice(1).reduce((sum, time, index) => {
    const before = times[index] ?? time;
    return sum + (isGap(before, time, spacing) ? spacing : time - before);
  }, 0);
  const hours = (ms: number) => Math.round((ms / HOUR_MS) * 100) / 100;
  return { coveredHours: hours(covered), wantedHours: hours(wanted) };
}
