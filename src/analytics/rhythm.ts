import { HOUR_MS, MINUTE_MS } from "../base/periods.js";
import {
  type FundingEvent,
  onceEach,
  type SettledEvent,
  sameInterval,
  toMinute,
} from "./settled-event.js";

/** An event on the minute, with the time that it is expected to settle. */
export interface TimedEvent extends SettledEvent {
  /** Milliseconds since the event before it should have been; undefined where nothing tells. */
  readonly spacing: number | undefined;
  /** True when three equal gaps tell another spacing than `funding_interval` does. */
  readonly mislabelled: boolean;
}

/**
 * Returns events in the order of time, each minute once and with its own spacing: where three
 * successive gaps are equal, that gap; else `funding_interval` × its unit, which is not documented
 * and therefore observed; where that is null the median time between neighbours.
 * docs/analytics.md, "Funding of a market".
 */
export function timeEvents(events: readonly FundingEvent[]): TimedEvent[] {
  const sorted = onceEach(events);
  const gaps = gapsOf(sorted);
  const steady = sorted.map((_, index) => steadyGap(sorted, gaps, index));
  const unit = intervalUnit(sorted, gaps, steady);
  const usual = medianOf(gaps.slice(1));
  return sorted.map((event, index) => {
    const told = isInterval(event.interval) && unit !== undefined ? event.interval * unit : usual;
    const labelled = told === undefined ? undefined : toMinute(told) || MINUTE_MS;
    const spacing = steady[index] ?? labelled;
    return { ...event, spacing, mislabelled: isInterval(event.interval) && spacing !== labelled };
  });
}

/**
 * When a market should have settled within a range but did not: in the holes between its events, and
 * at the ends of the range, at the spacing of the event that follows or, at the end, comes before.
 * Where the spacing became shorter, the first event of the new one may come up to an old spacing
 * after the last of the old one: that is a change, not a hole.
 * @param events with their spacing, in the order of time
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
    const { spacing } = event;
    if (spacing !== undefined) {
      const since = before === undefined ? start : before.time + toleranceOf(before, spacing);
      for (let at = event.time - spacing; at >= since; at -= spacing) missing.push(at);
    }
    before = event;
  }
  if (before?.spacing !== undefined) {
    for (let at = before.time + before.spacing; at < end; at += before.spacing) missing.push(at);
  }
  return missing;
}

/** The time between an event and the next within which nothing is missing, ms. */
function toleranceOf(before: TimedEvent, spacing: number): number {
  const old = before.spacing ?? 0;
  return old > spacing ? old : spacing / 2;
}

/** The time since the event before; 0 for the first one. */
function gapsOf(sorted: readonly SettledEvent[]): number[] {
  return sorted.map(({ time }, index) => time - (sorted[index - 1]?.time ?? time));
}

/**
 * The gap before an event, where it is one of three successive equal ones. The first event has no
 * gap before it and takes that of the three behind it while its funding_interval is that of the next.
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
  const steady = [index - 2, index - 1, index].some((from) => from > 0 && isSteady(gaps, from));
  return steady ? gaps[index] : undefined;
}

function isSteady(gaps: readonly number[], from: number): boolean {
  return from + 2 < gaps.length && gaps[from] === gaps[from + 1] && gaps[from] === gaps[from + 2];
}

/**
 * What one of funding_interval is, ms: the median gap ÷ interval of the events with a steady gap.
 * Without any, that of all, and an hour at the most: holes make gaps longer, never shorter.
 */
function intervalUnit(
  sorted: readonly SettledEvent[],
  gaps: readonly number[],
  steady: readonly (number | undefined)[],
): number | undefined {
  const unitsOf = (times: readonly (number | undefined)[]) =>
    sorted.flatMap(({ interval }, index) => {
      const time = times[index] ?? 0;
      return time > 0 && isInterval(interval) ? [time / interval] : [];
    });
  const observed = medianOf(unitsOf(steady));
  if (observed !== undefined) return observed;
  const likely = medianOf(unitsOf(gaps));
  return likely === undefined ? undefined : Math.min(likely, HOUR_MS);
}

function isInterval(interval: number | null | undefined): interval is number {
  return typeof interval === "number" && interval > 0;
}

/**
 * The middle one, of an even number the lower of both: a missing event makes a spacing longer, and
 * none makes it shorter. undefined when there are none.
 */
function medianOf(values: readonly number[]): number | undefined {
  return [...values].sort((a, b) => a - b)[(values.length - 1) >> 1];
}

/** A market that began to settle at another spacing. */
export interface IntervalChange {
  /** The first event at the new spacing, milliseconds since the epoch. */
  readonly time: number;
  /** Milliseconds. */
  readonly before: number;
  readonly after: number;
}

/** Returns where the spacing of a market changes, oldest first. */
export function intervalChanges(events: readonly TimedEvent[]): IntervalChange[] {
  return events.flatMap(({ time, spacing: after }, index) => {
    const before = events[index - 1]?.spacing;
    return before === undefined || after === undefined || before === after
      ? []
      : [{ time, before, after }];
  });
}
