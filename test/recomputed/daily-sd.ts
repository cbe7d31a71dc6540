import type { RawEvent } from "../analytics/funding/run-oracle.js";

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

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

/** The standard deviation of a day's change of the logarithm of a mark, by the definition alone. */
export function dailySd(events: readonly RawEvent[] | undefined, now: number): number | null {
  const series = [...marksOf(events ?? [])]
    .flatMap(([at, mark]) =>
      mark === null || at > now || at <= now - 30 * DAY ? [] : [{ at, log: Math.log(mark) }],
    )
    .sort((a, b) => a.at - b.at);
  const changes = series.flatMap(({ at, log }) => {
    const before = series.find((it) => Math.abs(it.at - at + DAY) <= MINUTE);
    return before === undefined ? [] : [log - before.log];
  });
  if (changes.length < 20) return null;
  if (Math.max(...changes) - Math.min(...changes) < 1e-12) return null;
  const mean = changes.reduce((sum, it) => sum + it, 0) / changes.length;
  const squares = changes.reduce((sum, it) => sum + (it - mean) ** 2, 0);
  return Math.sqrt(squares / (changes.length - 1));
}
