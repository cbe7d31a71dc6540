import type { TimedEvent } from "./rhythm.js";

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
