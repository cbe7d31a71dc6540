import type { RawEvent } from "../analytics/funding/run-oracle.js";

const MINUTE = 60_000;

/** Marks by the minute; null where events of a minute differ, or have none above zero. */
export function marksOf(events: readonly RawEvent[]): Map<number, number | null> {
  const byMinute = new Map<number, Set<string>>();
  const marks = new Map<number, number | null>();
  for (const { funding_time, funding_rate, funding_interval, mark_price } of events) {
    const at = Math.round(Date.parse(funding_time) / MINUTE) * MINUTE;
    const number = (text: string | null) => (text === null ? null : Number(text));
    const values = [number(funding_rate), funding_interval, number(mark_price)];
    const seen = (byMinute.get(at) ?? new Set()).add(JSON.stringify(values));
    byMinute.set(at, seen);
    const mark = Number(mark_price ?? 0);
    marks.set(at, seen.size === 1 && mark > 0 ? mark : null);
  }
  return marks;
}
