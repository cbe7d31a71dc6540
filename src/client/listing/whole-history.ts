import { BOUNDS } from "../../base/bounds.js";
import { AnswerError } from "../errors.js";
import { keptSince } from "../resources/resolution.js";
import type { Item } from "./item-pages.js";
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
  const { start, end = Number.POSITIVE_INFINITY } = range;
  const first = await ask(range);
  if (start === undefined) return first;
  const oldest = Math.min(...timesOf(first));
  const isFromStart = oldest - Math.max(start, keptSince(now())) <= 2 * spacingOf(first);
  return isFromStart && isBehind(first, Math.min(end, now()))
    ? withLater(
        first,
        (from) => ask({ ...range, start: from }),
        () => Math.min(end, now()),
      )
    : withEarlier(first, start, (to) => ask({ start, end: to }));
}

/** Reports whether the last event is so long before the end that later ones are cut off. */
function isBehind(events: Events, end: number): boolean {
  return end - Math.max(...timesOf(events)) > 2 * spacingOf(events);
}

async function withLater<T extends object>(
  first: Events<T>,
  askFrom: (start: number) => Promise<Events<T>>,
  end: () => number,
): Promise<Events<T>> {
  let all = first;
  for (let asked = 0; isBehind(all, end()); asked++) {
    if (asked === BOUNDS.service.cutOff) throw doesNotEnd("later");
    const later = await askFrom(Math.max(...timesOf(all)) + 1);
    if (timesOf(later).length === 0) return all;
    all = isAscending(all) ? [...all, ...later] : [...later, ...all];
  }
  return all;
}

async function withEarlier<T extends object>(
  first: Events<T>,
  start: number,
  askUntil: (end: number) => Promise<Events<T>>,
): Promise<Events<T>> {
  let all = first;
  let last = first;
  for (let asked = 0; mayBeCutOff(last.length, start, Math.min(...timesOf(last))); asked++) {
    if (asked === BOUNDS.service.cutOff) throw doesNotEnd("older");
    last = await askUntil(Math.min(...timesOf(last)));
    all = isAscending(all) ? [...last, ...all] : [...all, ...last];
  }
  return all;
}

/**
 * Reports whether an answer may lack older events: limits are round numbers.
 * @param oldest time of its oldest event, milliseconds since the epoch; Infinity without one
 */
function mayBeCutOff(events: number, start: number, oldest: number): boolean {
  return events > 0 && events % 50 === 0 && oldest > start && oldest < Number.POSITIVE_INFINITY;
}

/** Returns the usual time between two events, milliseconds; NaN with fewer than three. */
function spacingOf(events: Events): number {
  const times = timesOf(events).sort((a, b) => a - b);
  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? time));
  return gaps.length < 2 ? Number.NaN : (gaps.sort((a, b) => a - b)[(gaps.length - 1) >> 1] ?? 0);
}

function timesOf(events: Events): number[] {
  return events.map(({ value }) => timeOf(value)).filter((time) => time !== undefined);
}

function isAscending(events: Events): boolean {
  const times = timesOf(events);
  return (times[0] ?? 0) < (times.at(-1) ?? 0);
}

function doesNotEnd(which: string): AnswerError {
  const { cutOff } = BOUNDS.service;
  return new AnswerError(
    `the funding history does not end: ${cutOff} answers, each ${which} than the last`,
  );
}
