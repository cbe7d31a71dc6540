import type { Figure } from "../base/decimal.js";
import { pairOf } from "./groups.js";
import { addParts, type Parts } from "./parts.js";
import { type Period, type PeriodUnit, periodsOf } from "./past-periods.js";
import { isByTime, type PnlGrouping } from "./pnl-groupings.js";
import { figuresOf, type PnlFigures, timeWeighted } from "./pnl-sum.js";
import type { Moment } from "./standing.js";
import {
  type Aside,
  createTracker,
  type Settlement,
  type Step,
  type Track,
  type Tracker,
} from "./tracker.js";

/** A part of a PnL. Times are milliseconds since the epoch. */
export interface PnlRow {
  /** The period, asset, pair of exchanges, or position identifier. */
  readonly group: string;
  /** Asset of a position. */
  readonly asset?: string;
  readonly from: number;
  readonly to: number;
  /** By time: how many units are joined, and whether it is a part of one. */
  readonly period?: Period;
  readonly figures: PnlFigures;
  /** Positions of this row that are in no sum, or count otherwise than from its beginning. */
  readonly asides: readonly Aside[];
}

/** A PnL and where it came from. */
export interface Pnl {
  readonly by: PnlGrouping;
  readonly from: number;
  readonly to: number;
  /** By time in its order; else the largest first. */
  readonly rows: readonly PnlRow[];
  readonly totals: PnlFigures;
  /** By time: Π(1 + return on notional of a row) − 1, percent. */
  readonly timeWeighted: Figure | undefined;
  readonly asides: readonly Aside[];
}

/**
 * Divides the PnL of a portfolio. docs/analytics.md, "Between two moments".
 * @param moments the moments of `times`, in order
 * @param times at least two
 */
export async function pnlOf(
  by: PnlGrouping,
  times: readonly number[],
  moments: AsyncIterable<Moment>,
): Promise<Pnl> {
  const [from, to] = [times.at(0) ?? 0, times.at(-1) ?? 0];
  const tracker = createTracker();
  const periods = isByTime(by) ? periodsOf(times, by) : [];
  const settlements = await settleAt(tracker, periods, moments);
  const whole = wholeOf(settlements, { from, to });
  const rows = isByTime(by) ? rowsByTime(periods, settlements) : rowsByKey(by, whole);
  return {
    ...{ by, from, to, rows },
    totals: figuresOf(whole),
    timeWeighted: isByTime(by) ? timeWeighted(rows.map(({ figures }) => figures)) : undefined,
    asides: whole.asides,
  };
}

/** Settles at the end of each period, and at the end. */
async function settleAt(
  tracker: Tracker,
  periods: readonly Period[],
  moments: AsyncIterable<Moment>,
): Promise<Settlement[]> {
  const ends = new Set(periods.map(({ to }) => to));
  const settlements: Settlement[] = [];
  for await (const moment of moments) {
    tracker.see(moment);
    if (ends.has(moment.at)) settlements.push(tracker.settle());
  }
  return periods.length === 0 ? [tracker.settle()] : settlements;
}

/** Joins settlements: each position with all of its steps, as it was first. */
function wholeOf(
  settlements: readonly Settlement[],
  span: { readonly from: number; readonly to: number },
): Settlement {
  const parts = new Map<Track, { from: number; parts: Parts }>();
  const asides = new Map<string, Aside>();
  for (const { steps, asides: own } of settlements) {
    for (const step of steps) {
      const known = parts.get(step.track);
      const sum = known === undefined ? step.parts : addParts(known.parts, step.parts);
      parts.set(step.track, { from: known?.from ?? step.from, parts: sum });
    }
    for (const aside of own) {
      const key = `${aside.code} ${aside.track.last.positionId}`;
      if (aside.code === "net_unknown" || !asides.has(key)) asides.set(key, aside);
    }
  }
  const steps = [...parts].map(
    ([track, { from, parts: sum }]): Step => ({ track, from, parts: sum, start: track.first }),
  );
  const lasting = [...asides.values()].filter(
    ({ code, track }) => code !== "net_unknown" || track.last.parts === null,
  );
  return { ...span, steps, asides: lasting };
}

function rowsByTime(periods: readonly Period[], settlements: readonly Settlement[]): PnlRow[] {
  return periods.flatMap((period, index) => {
    const settlement = settlements[index];
    if (settlement === undefined) return [];
    const { name: group, from, to } = period;
    const { asides } = settlement;
    return [{ ...{ group, from, to, period, asides }, figures: figuresOf(settlement) }];
  });
}

function rowsByKey(by: Exclude<PnlGrouping, PeriodUnit>, whole: Settlement): PnlRow[] {
  const keyOf = KEYS[by];
  const groups = new Map<string, { steps: Step[]; asides: Aside[]; asset: string }>();
  const groupOf = (track: Track) => {
    const key = keyOf(track);
    const group = groups.get(key) ?? { steps: [], asides: [], asset: track.last.asset };
    groups.set(key, group);
    return group;
  };
  for (const step of whole.steps) groupOf(step.track).steps.push(step);
  for (const aside of whole.asides) groupOf(aside.track).asides.push(aside);
  const { from, to } = whole;
  const rows = [...groups].map(([group, { steps, asides, asset }]): PnlRow => {
    const figures = figuresOf({ from, to, steps, asides });
    return { ...{ group, from, to, figures, asides }, ...(by === "position" && { asset }) };
  });
  return rows.sort(largestFirst);
}

const KEYS: Readonly<Record<Exclude<PnlGrouping, PeriodUnit>, (track: Track) => string>> = {
  asset: ({ last }) => last.asset,
  pair: ({ last }) => pairOf(last.legs),
  position: ({ last }) => last.positionId,
};

function largestFirst(a: PnlRow, b: PnlRow): number {
  const [left, right] = [a.figures.net_pnl.value, b.figures.net_pnl.value];
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return right.abs().cmp(left.abs()) || (a.group < b.group ? -1 : 1);
}
