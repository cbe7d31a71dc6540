import { DAY_MS, MINUTE_MS } from "../../base/time/periods.js";
import { keptSince } from "../../client/resources/terms.js";
import { before, gapsIn, joined, type Span } from "../read/coverage.js";

/** How far back known events are requested again, to see corrections and late events. */
const OVERLAP_MS = 3 * DAY_MS;

/** How much later a range has to end to be recorded again; less is not worth a file. */
const WORTH_RECORDING_MS = 6 * 3_600_000;

/** What decides the time from which the events of a market are requested. */
export interface PlanOptions {
  /** Milliseconds since the epoch, of the service. */
  readonly now: number;
  /** The start that the user named, milliseconds since the epoch. */
  readonly start?: number | undefined;
}

/**
 * Returns the time from which the events of a market are requested: the overlap before the newest covered
 * moment, or the first gap that the service may still fill, if that is earlier; but no time before what the
 * service keeps, which is also the start for a market that was never requested.
 * @param covered what was requested and answered, joined and in order
 */
export function startOf(covered: readonly Span[], { now, start }: PlanOptions): number {
  if (start !== undefined) return start;
  const kept = Math.floor(keptSince(now) / MINUTE_MS) * MINUTE_MS; // an event may be due at it
  const newest = covered.at(-1)?.end;
  if (newest === undefined) return kept;
  const forgotten = { start: Number.NEGATIVE_INFINITY, end: kept };
  const gap = gapsIn([forgotten, ...covered]).find(({ end }) => end > kept + MINUTE_MS);
  return Math.max(kept, Math.min(newest - OVERLAP_MS, gap?.start ?? newest));
}

/** How much later than requested an answer may begin without raising doubt. */
const DOUBTFUL_MS = DAY_MS;

/** What came of a request. Times are milliseconds since the epoch. */
interface Answered {
  /** Start of the requested range. */
  readonly start: number;
  /** Time of the oldest event that came; undefined when none came. */
  readonly oldest: number | undefined;
  readonly now: number;
}

/**
 * Returns what an answer covers: what was requested, as far as the service still keeps events. An answer
 * that begins much later and does not reach what is covered may be of a service with another name for the
 * start, which ignored it and sent its newest events: then it covers what came, and the rest stays a gap,
 * which is requested again. If the next answer begins where this one did, it is believed: nothing is older.
 */
export function coveredBy(covered: readonly Span[], { start, oldest, now }: Answered): Span {
  const from = Math.max(start, keptSince(now));
  const isDoubtful =
    oldest !== undefined && oldest - from > DOUBTFUL_MS && oldest > reachOf(covered, from);
  return { start: isDoubtful ? oldest : from, end: now };
}

/** Returns the latest time at which an answer to a request `from` may begin and reach what is covered. */
function reachOf(covered: readonly Span[], from: number): number {
  const [first, last] = [covered[0], covered.at(-1)];
  if (first === undefined || last === undefined) return Number.NEGATIVE_INFINITY;
  return from < first.start ? first.start : last.end;
}

/** Returns the gaps between covered ranges that the service no longer keeps: they are lost for good. */
function holesIn(covered: readonly Span[], now: number): Span[] {
  return before(gapsIn(covered), keptSince(now));
}

/** Returns the lost gaps that an answer adds to those recorded. */
export function newHoles(covered: readonly Span[], answered: Span, now: number): Span[] {
  const known = new Set(holesIn(covered, now).map(({ start }) => start));
  return holesIn(joined([...covered, answered]), now).filter(({ start }) => !known.has(start));
}

/**
 * Reports whether an answer without a new row is recorded: when it closes a gap, begins a new range, or
 * ends hours later than before.
 */
export function isWorthRecording(covered: readonly Span[], answered: Span): boolean {
  if (joined([...covered, answered]).length < covered.length) return true;
  const known = covered.find(({ start, end }) => start <= answered.start && end > answered.start);
  return known === undefined || answered.end - known.end >= WORTH_RECORDING_MS;
}
