import { MINUTE_MS } from "../../../base/time/periods.js";
import { type BySide, bySide, type Side } from "../market/by-side.js";
import type { TimedEvent } from "../market/rhythm.js";

/** A range with both ends, milliseconds since the epoch. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A time at which a hedge can begin and end, with the mark price of each market. */
export interface Instant {
  /** Milliseconds since the epoch; the later one where the two differ by a minute. */
  readonly time: number;
  readonly mark: BySide<string>;
}

/**
 * Returns the times in a range at which both markets settle, within a minute, with a mark price. Markets that
 * never settle together meet at events of the slower one: the other then has the mark of its last event, if
 * that is no older than its spacing. Source: FIGURES, pairs, compare.
 * @param events of each market, oldest first
 */
export function instantsOf(events: BySide<readonly TimedEvent[]>, span: Span): Instant[] {
  const isInside = ({ time }: { readonly time: number }) => time >= span.from && time <= span.to;
  const together = meetings(events).filter(isInside);
  const found = together.length > 0 ? together : apart(events, isInside);
  return found.flatMap(({ time, long, short }) =>
    long?.mark == null || short?.mark == null
      ? []
      : [{ time, mark: { long: long.mark, short: short.mark } }],
  );
}

interface Meeting extends BySide<TimedEvent | undefined> {
  readonly time: number;
}

function meetings({ long: longs, short: shorts }: BySide<readonly TimedEvent[]>): Meeting[] {
  let at = 0;
  return longs.flatMap((long) => {
    while ((shorts[at]?.time ?? Infinity) < long.time - MINUTE_MS) at++;
    const short = shorts[at];
    if (short === undefined || short.time > long.time + MINUTE_MS) return [];
    at++;
    return [{ time: Math.max(long.time, short.time), long, short }];
  });
}

/** Returns the events of the slower market, each with the last marked one of the other. */
function apart(
  events: BySide<readonly TimedEvent[]>,
  isInside: (event: TimedEvent) => boolean,
): Meeting[] {
  const lead = slowerOf(bySide((side) => events[side].filter(isInside)));
  const marked = events[lead === "long" ? "short" : "long"].filter(({ mark }) => mark != null);
  let at = -1;
  return events[lead].filter(isInside).map((own) => {
    while ((marked[at + 1]?.time ?? Infinity) <= own.time) at++;
    const last = marked[at];
    const isFresh = last !== undefined && own.time - last.time <= (last.spacing ?? 0);
    const other = isFresh ? last : undefined;
    const both = lead === "long" ? { long: own, short: other } : { long: other, short: own };
    return { time: own.time, ...both };
  });
}

/** Returns the side with the longest spacing; of equal ones the long one. */
function slowerOf({ long, short }: BySide<readonly TimedEvent[]>): Side {
  const longest = (events: readonly TimedEvent[]) =>
    events.reduce((most, { spacing = 0 }) => Math.max(most, spacing), 0);
  return longest(short) > longest(long) ? "short" : "long";
}
