import { Big } from "big.js";
import {
  type ExpectedFunding,
  type ExpectedInputs,
  expectedFunding,
  type NeededMarkets,
  neededMarkets,
} from "../../analytics/funding/expected-funding.js";
import { heldMarks } from "../../analytics/market/held-marks.js";
import { pairOf } from "../../analytics/portfolio/groups.js";
import type { LeftOutSum } from "../../analytics/portfolio/left-out.js";
import type { HeldNotional } from "../../analytics/portfolio/notional-time.js";
import { addParts } from "../../analytics/portfolio/parts.js";
import { type Period, type PeriodUnit, periodsOf } from "../../analytics/portfolio/past-periods.js";
import {
  apartOf,
  figuresOf,
  keepFirst,
  lasting,
  leftOutBetween,
  type PnlFigures,
  timeWeighted,
  unsizedOf,
} from "../../analytics/portfolio/pnl-between.js";
import type { Aside, Step, Track } from "../../analytics/portfolio/tracked-position.js";
import {
  createTracker,
  type Settlement,
  type TrackerOptions,
} from "../../analytics/portfolio/tracker.js";
import { createSizeRecorder, type SizeRecorder } from "../../analytics/position/recorded-sizes.js";
import type { Moment, SnapshotPosition } from "../../analytics/position/snapshot-position.js";
import { descending, type Figure, sumOf } from "../../base/decimal.js";
import { once } from "../../base/once.js";
import { isByTime, type PnlDivision } from "./groupings.js";

/** A part of a PnL. Times are milliseconds since the epoch. */
export interface PnlRow {
  /** The period, asset, pair of exchanges, position identifier, or portfolio. */
  readonly group: string;
  /** Asset of a position. */
  readonly asset?: string;
  readonly from: number;
  readonly to: number;
  /** By time: how many units are joined, and whether it is a part of one. */
  readonly period?: Period;
  readonly figures: PnlFigures;
  readonly funding: ExpectedFunding;
  /** Positions of this row that are in no sum, or do not count from its beginning on. */
  readonly asides: readonly Aside[];
}

/** A PnL and where it came from. */
export interface Pnl {
  readonly by: PnlDivision;
  readonly from: number;
  readonly to: number;
  /** By time in its order; else the largest first. */
  readonly rows: readonly PnlRow[];
  readonly totals: PnlFigures;
  /** Of the positions whose expected funding is known in the whole time. */
  readonly funding: ExpectedFunding;
  /** By time: Π(1 + return on notional of a day) - 1, percent. */
  readonly timeWeighted: Figure | undefined;
  readonly asides: readonly Aside[];
  /** Changes of the positions that are in no sum. */
  readonly leftOut: LeftOutSum;
}

/**
 * Divides the PnL of a portfolio, once it has seen its moments in order.
 * src/features/pnl/explain.md, "Between two moments".
 * @param times of the moments, at least two
 * @param portfolioOf returns the portfolio of a position
 */
export function pnlDivider(
  by: PnlDivision,
  times: readonly number[],
  portfolioOf: (positionId: string) => string = () => "",
) {
  const [from, to] = [times.at(0) ?? 0, times.at(-1) ?? 0];
  const sizes = new Map<Track, SizeRecorder>();
  const open = new Map<Track, SnapshotPosition>();
  const periods = isByTime(by) ? periodsOf(times, by) : [];
  const own = createSettler(periods, (track, at) => {
    if (track.last.status !== "open") return; // the listing of a closed one has no sizes
    open.set(track, track.last);
    recordSize(sizes, track, at);
  });
  const daily = isByTime(by) && by !== "day" ? createSettler(periodsOf(times, "day")) : undefined;
  const settled = once(() => {
    const settlements = own.settlements();
    return { settlements, whole: wholeOf(settlements, { from, to }) };
  });
  const sizesOf = (track: Track) => sizes.get(track)?.legs() ?? [];
  return {
    see(moment: Moment): void {
      own.see(moment);
      daily?.see(moment);
    },
    /** Returns the markets whose settled funding the PnL takes. */
    needed: (): NeededMarkets => neededMarkets(settled().whole.steps, { sizesOf }),
    /** Returns the last marks of legs while they were held. */
    held: () => heldMarks([...open.values()]),
    /** @param totalsOf the settled funding of markets */
    pnl(totalsOf: ExpectedInputs["totalsOf"]): Pnl {
      const { settlements, whole } = settled();
      const inputs = { sizesOf, totalsOf };
      const days = daily?.settlements() ?? settlements;
      return {
        ...{ by, from, to, ...figured(whole, inputs) },
        rows: isByTime(by)
          ? rowsByTime(periods, settlements, inputs)
          : rowsByKey(by, keysOf(portfolioOf)[by], whole, inputs),
        timeWeighted: isByTime(by) ? timeWeighted(days.map(figuresOf)) : undefined,
        asides: asidesOf(whole),
        leftOut: leftOutBetween(apartOf(whole), own.tracks()),
      };
    },
  };
}

/** Records the sizes of an open position. */
function recordSize(sizes: Map<Track, SizeRecorder>, track: Track, at: number): void {
  const recorder = sizes.get(track) ?? createSizeRecorder();
  sizes.set(track, recorder);
  recorder.see(track.last.legs, at);
}

function figured(settlement: Settlement, inputs: ExpectedInputs) {
  const totals = figuresOf(settlement);
  return { totals, funding: expectedFunding(settlement.steps, totals.funding_pnl, inputs) };
}

/** Follows positions, and settles at the end of each period; without periods, once at the end. */
function createSettler(periods: readonly Period[], onSeen?: TrackerOptions["onSeen"]) {
  const tracker = createTracker({ onSeen, addsNotionals: true });
  const ends = new Set(periods.map(({ to }) => to));
  const settlements: Settlement[] = [];
  return {
    see(moment: Moment): void {
      tracker.see(moment);
      if (ends.has(moment.at)) settlements.push(tracker.settle());
    },
    settlements: () => (periods.length === 0 ? [tracker.settle()] : settlements),
    tracks: tracker.tracks,
  };
}

function asidesOf(settlement: Settlement): Aside[] {
  return [...settlement.asides, ...unsizedOf(settlement)];
}

/** Joins settlements: all steps of a position become one, which starts from how it was first. */
function wholeOf(
  settlements: readonly Settlement[],
  span: { readonly from: number; readonly to: number },
): Settlement {
  const parts = new Map<Track, Step>();
  const asides = new Map<string, Aside>();
  const held = new Map<Track, HeldNotional>();
  for (const { steps, asides: own, held: some } of settlements) {
    for (const [track, own] of some) held.set(track, joinedNotional(held.get(track), own));
    for (const step of steps) {
      const known = parts.get(step.track);
      parts.set(step.track, known === undefined ? step : joined(known, step));
    }
    for (const aside of own) keepFirst(asides, aside);
  }
  const steps = [...parts.values()].map((step) => ({ ...step, start: step.track.first }));
  return { ...span, steps, held, asides: lasting(asides) };
}

/** Joins what a position held before and in a settlement. */
function joinedNotional(before: HeldNotional | undefined, own: HeldNotional): HeldNotional {
  const area = own.area.plus(own.earlier).plus(before?.area ?? 0);
  return { area, earlier: NONE, isKnown: own.isKnown || before?.isKnown === true };
}
const NONE = new Big(0);

/** Joins consecutive steps of a position. */
function joined(one: Step, next: Step): Step {
  const span = { from: one.span.from, to: next.span.to };
  const delta = () => sumOf([one.delta(), next.delta()]);
  return { ...next, from: one.from, parts: addParts(one.parts, next.parts), delta, span };
}

function rowsByTime(
  periods: readonly Period[],
  settlements: readonly Settlement[],
  inputs: ExpectedInputs,
): PnlRow[] {
  return periods.flatMap((period, index) => {
    const settlement = settlements[index];
    if (settlement === undefined) return [];
    const { name: group, from, to } = period;
    const { totals: figures, funding } = figured(settlement, inputs);
    return [{ ...{ group, from, to, period, figures, funding }, asides: asidesOf(settlement) }];
  });
}

/** What is counted in a row. */
interface Group {
  /** The first of its positions. */
  readonly track: Track;
  readonly steps: Step[];
  readonly asides: Aside[];
}

function rowsByKey(
  by: Exclude<PnlDivision, PeriodUnit>,
  keyOf: (track: Track) => string,
  whole: Settlement,
  inputs: ExpectedInputs,
): PnlRow[] {
  const groups = new Map<string | Track, Group>();
  const groupOf = (track: Track) => {
    const key = by === "position" ? track : keyOf(track); // an id may be that of two positions
    const group = groups.get(key) ?? { track, steps: [], asides: [] };
    groups.set(key, group);
    return group;
  };
  for (const step of whole.steps) groupOf(step.track).steps.push(step);
  for (const aside of whole.asides) groupOf(aside.track).asides.push(aside);
  const { from, to } = whole;
  const rows = [...groups.values()].map(({ track, steps, asides: some }): PnlRow => {
    const settlement = { ...whole, steps, asides: some };
    const { totals: figures, funding } = figured(settlement, inputs);
    const asides = asidesOf(settlement);
    return {
      ...{ group: keyOf(track), from, to, figures, funding, asides },
      ...(by === "position" && { asset: track.last.asset }),
    };
  });
  return rows.sort(largestFirst);
}

function keysOf(
  portfolioOf: (positionId: string) => string,
): Readonly<Record<Exclude<PnlDivision, PeriodUnit>, (track: Track) => string>> {
  return {
    asset: ({ last }) => last.asset,
    pair: ({ last }) => pairOf(last.legs),
    position: ({ last }) => last.positionId,
    portfolio: ({ last }) => portfolioOf(last.positionId),
  };
}

function largestFirst(a: PnlRow, b: PnlRow): number {
  const [left, right] = [a, b].map(({ figures }) => figures.net_pnl.value?.abs() ?? null);
  return descending(left ?? null, right ?? null) || (a.group < b.group ? -1 : 1);
}
