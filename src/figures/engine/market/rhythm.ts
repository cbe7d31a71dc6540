import { DAY_MS, HOUR_MS, MINUTE_MS, minuteOf } from "../../../base/time/periods.js";
import {
  type MarketEvent,
  onceEachAs,
  type SettledEvent,
  sameInterval,
} from "../../credible/settled-event.js";

/** Most missing events of a gap that are listed: the time of an event may be absurd. */
const MOST_IN_GAP = 100_000;

/** Time before a range, milliseconds, whose events determine the spacing of the first ones in it. */
export const RHYTHM_MS = 3 * DAY_MS;

/** Longest spacing that `funding_interval` is believed to state, milliseconds. */
const LONGEST_MS = 30 * DAY_MS;

/** An event rounded to the minute, with the time it settles. */
export interface TimedEvent extends SettledEvent {
  /** Expected time since the previous event, milliseconds; undefined if it cannot be determined. */
  readonly spacing: number | undefined;
  /** True if three equal gaps contradict `funding_interval`. */
  readonly mislabelled: boolean;
}

/**
 * Returns events in chronological order, one per minute, with their spacing: the gap, if three
 * successive gaps are equal; else `funding_interval` × its unit, which is undocumented and therefore
 * derived from the events; if that is null or over 30 days, the median gap. Source: FIGURES, the credible door, late settlements.
 */
export function timeEvents(events: readonly MarketEvent[]): readonly TimedEvent[] {
  const known = timed.get(events);
  if (known !== undefined) return known;
  const found = findTimes(events);
  timed.set(events, found);
  return found;
}

/** Timed events by list: a comparison and the notes on its markets need the same ones. */
const timed = new WeakMap<readonly MarketEvent[], readonly TimedEvent[]>();

/** An event whose spacing is set in place: copying each event takes longer than all else. */
type Untimed = { -readonly [K in keyof TimedEvent]: TimedEvent[K] };

function findTimes(events: readonly MarketEvent[]): TimedEvent[] {
  const sorted = onceEachAs(
    events,
    ({ time, rate, interval, mark, isImplausible }): Untimed => ({
      time: minuteOf(time),
      rate,
      interval,
      mark,
      isImplausible,
      conflicting: false,
      spacing: undefined,
      mislabelled: false,
    }),
  );
  const gaps = gapsOf(sorted);
  const steady = sorted.map((_, index) => steadyGap(sorted, gaps, index));
  const unit = intervalUnit(sorted, gaps, steady);
  let usual: number | undefined;
  for (let index = 0; index < sorted.length; index++) {
    const event = sorted[index] as Untimed;
    const { interval } = event;
    const stated = isInterval(interval) && unit !== undefined ? interval * unit : undefined;
    const labelled = stated === undefined ? undefined : minuteOf(stated) || MINUTE_MS;
    const isLikely = labelled !== undefined && labelled <= LONGEST_MS;
    if (!isLikely) usual ??= medianOf(gaps.slice(1));
    event.spacing = steady[index] ?? (isLikely ? labelled : usual);
    event.mislabelled = labelled !== undefined && (steady[index] ?? labelled) !== labelled;
  }
  return sorted;
}

/**
 * Returns the times of missing events in a range: in the gaps between events and at both ends of the
 * range, at the spacing of the following event, or of the last one at the end. After a change to a
 * shorter spacing, the first event may come up to the old spacing after the last one without a gap. Of a gap
 * the first {@link MOST_IN_GAP} are listed.
 * @param events with their spacing, in chronological order
 * @param start milliseconds since the epoch, inclusive
 * @param end exclusive
 */
export function missingTimes(
  events: readonly TimedEvent[],
  { start, end }: { readonly start: number; readonly end: number },
): number[] {
  const missing: number[] = [];
  let before: TimedEvent | undefined;
  for (const event of events) {
    const { time, spacing } = event;
    if (spacing !== undefined) {
      const after = before === undefined ? start : before.time + toleranceOf(before, spacing);
      const since = Math.max(after, start);
      const beyond = Math.max(0, Math.floor((time - since) / spacing) - MOST_IN_GAP);
      for (let at = time - (beyond + 1) * spacing; at >= since; at -= spacing) missing.push(at);
    }
    before = event;
  }
  if (before?.spacing !== undefined) {
    const { time, spacing } = before;
    const first = time + Math.max(1, Math.ceil((start - time) / spacing)) * spacing;
    const until = Math.min(end, first + MOST_IN_GAP * spacing);
    for (let at = first; at < until; at += spacing) missing.push(at);
  }
  return missing;
}

/** Returns the time after an event within which none is missing, milliseconds. */
function toleranceOf(before: TimedEvent, spacing: number): number {
  const old = before.spacing ?? 0;
  return old > spacing ? old : spacing / 2;
}

/** Returns the time since the previous event, milliseconds; 0 for the first. */
function gapsOf(sorted: readonly SettledEvent[]): number[] {
  return sorted.map(({ time }, index) => time - (sorted[index - 1]?.time ?? time));
}

/**
 * Returns the gap before an event if it is one of three successive equal ones. The first event has no
 * gap before it: it takes that of the next three if its funding_interval equals that of the second.
 */
function steadyGap(
  sorted: readonly SettledEvent[],
  gaps: readonly number[],
  index: number,
): number | undefined {
  if (index === 0) {
    const [first, second] = sorted;
    const alike = first !== undefined && second !== undefined && sameInterval(first, second);
    return alike && isSteady(gaps, 1) ? gaps[1] : undefined;
  }
  for (let from = Math.max(1, index - 2); from <= index; from++) {
    if (isSteady(gaps, from)) return gaps[index];
  }
  return undefined;
}

function isSteady(gaps: readonly number[], from: number): boolean {
  return from + 2 < gaps.length && gaps[from] === gaps[from + 1] && gaps[from] === gaps[from + 2];
}

/**
 * Returns the unit of funding_interval, milliseconds: the median of gap ÷ interval over the events
 * with a steady gap, or else over all events and at most an hour, since missing events can only make
 * gaps longer.
 */
function intervalUnit(
  sorted: readonly SettledEvent[],
  gaps: readonly number[],
  steady: readonly (number | undefined)[],
): number | undefined {
  const unitsOf = (times: readonly (number | undefined)[]) => {
    const units: number[] = [];
    for (let index = 0; index < sorted.length; index++) {
      const time = times[index] ?? 0;
      const interval = sorted[index]?.interval;
      if (time > 0 && isInterval(interval)) units.push(time / interval);
    }
    return units;
  };
  const observed = medianOf(unitsOf(steady));
  if (observed !== undefined) return observed;
  const likely = medianOf(unitsOf(gaps));
  return likely === undefined ? undefined : Math.min(likely, HOUR_MS);
}

function isInterval(interval: number | null | undefined): interval is number {
  return typeof interval === "number" && interval > 0;
}

/** Returns the lower median, since missing events can only make gaps longer; undefined without values. */
function medianOf(values: readonly number[]): number | undefined {
  return Float64Array.from(values).sort()[(values.length - 1) >> 1];
}

/** A change of a market's spacing. */
export interface IntervalChange {
  /** Time of the first event with the new spacing, milliseconds since the epoch. */
  readonly time: number;
  /** Milliseconds. */
  readonly before: number;
  readonly after: number;
}

/** Returns the changes of a market's spacing, oldest first. */
export function intervalChanges(events: readonly TimedEvent[]): IntervalChange[] {
  return events.flatMap(({ time, spacing: after }, index) => {
    const before = events[index - 1]?.spacing;
    return before === undefined || after === undefined || before === after
      ? []
      : [{ time, before, after }];
  });
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns how much of a range lies in the union of (time - spacing, time] over the events. Where two
 * overlap, for instance after a change of the interval, the time belongs to the earlier event.
 * @param events in chronological order, each with a rate
 * @returns milliseconds; `above` is the part of `covered` with a rate above zero
 */
export function coveredTime(events: readonly TimedEvent[], range: Stretch) {
  const union: Stretch[] = [];
  let [covered, above] = [0, 0];
  for (const { time, spacing = 0, rate } of events) {
    const added = add(union, { from: time - spacing, to: time }, range);
    covered += added;
    if (Number(rate) > 0) above += added;
  }
  return { covered, above };
}

/** Adds a stretch that ends after all others. @returns the time added within the range, milliseconds */
function add(union: Stretch[], { from, to }: Stretch, range: Stretch): number {
  const inside = (start: number, end: number) =>
    Math.max(0, Math.min(end, range.to) - Math.max(start, range.from));
  let added = 0;
  let [free, begin] = [to, from];
  for (let last = union.at(-1); last !== undefined && last.to >= from; last = union.at(-1)) {
    added += inside(last.to, free);
    free = last.from;
    begin = Math.min(begin, last.from);
    union.pop();
  }
  union.push({ from: begin, to });
  return added + inside(from, free);
}
