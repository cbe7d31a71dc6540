import { BOUNDS } from "../../base/bounds.js";
import { AnswerError } from "../errors.js";
import { keptSince } from "../resources/terms.js";
import type { Item } from "./items.js";
import { timeOf } from "./record-time.js";

type Events<T extends object = object> = readonly Item<T>[];

/** A range of time, milliseconds since the epoch: `start` inclusive, `end` exclusive. */
interface Range {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/**
 * Asks for the settled events of a range until none is cut off: some services answer a long range with its
 * oldest events alone, others with its newest. A range without a start is chosen by the service.
 * @param ask returns the events of a range, newest or oldest first
 * @param now returns the service's time, milliseconds since the epoch
 * @throws {AnswerError} when that does not end
 */
export async function wholeHistory<T extends object>(
  ask: (range: Range) => Promise<Events<T>>,
  range: Range,
  now: () => number,
): Promise<Events<T>> {
  const { cutOff } = BOUNDS.service;
  let last = await ask(range);
  let all = last;
  for (let asked = 0; asked <= cutOff; asked++) {
    const missing = missingRange(last, all, range, now());
    if (missing === undefined) return all;
    last = await ask({ ...range, ...missing });
    const isLater = missing.start !== undefined;
    all = isLater === isAscending(all) ? [...all, ...last] : [...last, ...all];
  }
  throw new AnswerError(
    `the funding history does not end: ${cutOff} answers, each of other events than the last`,
  );
}

/** Returns the part of a range of which the last answer may lack events; undefined if it lacks none. */
function missingRange(
  last: Events,
  all: Events,
  { start, end = Number.POSITIVE_INFINITY }: Range,
  now: number,
): Range | undefined {
  const times = timesOf(all);
  if (start === undefined || times.length === 0 || last.length === 0) return undefined;
  const [oldest, newest] = [Math.min(...times), Math.max(...times)];
  const near = 2 * spacingOf(times);
  const isFromStart = oldest - Math.max(start, keptSince(now)) <= near;
  if (isFromStart) return Math.min(end, now) - newest > near ? { start: newest + 1 } : undefined;
  const mayBeCutOff = last.length % 50 === 0; // limits are round numbers
  return mayBeCutOff && oldest > start ? { end: oldest } : undefined;
}

/** Returns the usual time between two events, milliseconds; NaN with fewer than three. */
function spacingOf(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  const gaps = sorted.slice(1).map((time, at) => time - (sorted[at] ?? time));
  gaps.sort((a, b) => a - b);
  return gaps.length < 2 ? Number.NaN : (gaps[(gaps.length - 1) >> 1] ?? Number.NaN);
}

function timesOf(events: Events): number[] {
  return events.map(({ value }) => timeOf(value)).filter((time) => time !== undefined);
}

function isAscending(events: Events): boolean {
  const times = timesOf(events);
  return (times[0] ?? 0) < (times.at(-1) ?? 0);
}
