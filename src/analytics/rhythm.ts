import { type FundingEvent, medianOf, medianSpacing } from "./funding.js";

export const MINUTE = 60_000;

/** An event on the minute, with the time that it is expected to settle. */
export interface TimedEvent extends FundingEvent {
  /** Milliseconds since the event before it should have been; undefined where nothing tells. */
  readonly spacing: number | undefined;
}

/**
 * Events in the order of time, each with the spacing of its market at that time. The unit of
 * `funding_interval` is not documented, so that it is observed: the median time between neighbours,
 * each divided by its interval. A market whose interval changes has a spacing before and one after.
 * docs/analytics.md, "Two markets compared".
 */
export function timeEvents(events: readonly FundingEvent[]): TimedEvent[] {
  const sorted = events
    .map((event) => ({ ...event, time: toMinute(event.time) }))
    .sort((a, b) => a.time - b.time);
  const unit = intervalUnit(sorted);
  const usual = medianSpacing(sorted.map(({ time }) => time));
  return sorted.map((event) => {
    const spacing = (isInterval(event.interval) && unit && event.interval * unit) || usual;
    return { ...event, spacing: spacing === undefined ? undefined : toMinute(spacing) || MINUTE };
  });
}

/**
 * When a market should have settled within a range but did not: in the holes between its events, and
 * at the ends of the range, at the spacing of the event that follows or, at the end, comes before.
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
      const since = before === undefined ? start : before.time + spacing / 2;
      for (let at = event.time - spacing; at >= since; at -= spacing) missing.push(at);
    }
    before = event;
  }
  if (before?.spacing !== undefined) {
    for (let at = before.time + before.spacing; at < end; at += before.spacing) missing.push(at);
  }
  return missing;
}

/** A market that settles some milliseconds late still settles on the hour. */
function toMinute(time: number): number {
  return Math.round(time / MINUTE) * MINUTE;
}

function intervalUnit(sorted: readonly FundingEvent[]): number | undefined {
  const units = sorted.flatMap(({ time, interval }, index) => {
    const gap = time - (sorted[index - 1]?.time ?? time);
    return gap > 0 && isInterval(interval) ? [gap / interval] : [];
  });
  return medianOf(units);
}

function isInterval(interval: number | null | undefined): interval is number {
  return typeof interval === "number" && interval > 0;
}
