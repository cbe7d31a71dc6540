import { type IntervalChange, intervalChanges, timeEvents } from "../analytics/rhythm.js";
import type { FundingEvent } from "../analytics/settled-event.js";
import { type FormatContext, formatCell } from "../output/text/format.js";
import { duration } from "./duration.js";

/** Maximum number of changes that are listed; further ones are counted. */
const MOST_CHANGES = 3;

/** Messages about irregularities in the history of a market. */
export interface ListingNotes {
  /** Irregularities that make figures unknown. */
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Describes repeated and conflicting events, and changes of the interval.
 * @param since start of the range; earlier events are used only to determine the spacing
 */
export function listingNotes(
  market: number,
  events: readonly FundingEvent[],
  look: FormatContext,
  since = Number.NEGATIVE_INFINITY,
): ListingNotes {
  const all = timeEvents(events);
  const shown = all.filter(({ time }) => time > since);
  const conflicting = shown.filter((event) => event.conflicting);
  const repeated = events.length - all.length - conflicting.length;
  const mislabelled = shown.find((event) => event.mislabelled);
  const changes = intervalChanges(all).filter(({ time }) => time > since);
  const [first] = conflicting;
  return {
    warnings:
      first === undefined
        ? []
        : [
            `market ${market}: conflicting values of ${counted(conflicting.length, "event")}, the first at ${timeText(first.time, look)}; figures that include them are unknown`,
          ],
    notes: [
      ...(repeated > 0
        ? [`market ${market}: ${counted(repeated, "repeated event")}, each counted once`]
        : []),
      ...(mislabelled === undefined
        ? []
        : [
            `market ${market}: settled every ${duration(mislabelled.spacing ?? 0)} at ${timeText(mislabelled.time, look)}, contrary to its funding_interval`,
          ]),
      ...changes.slice(0, MOST_CHANGES).map((change) => changeText(market, change, look)),
      ...(changes.length > MOST_CHANGES
        ? [`market ${market}: interval changed ${changes.length - MOST_CHANGES} more times`]
        : []),
    ],
  };
}

function changeText(market: number, { time, before, after }: IntervalChange, look: FormatContext) {
  return `market ${market}: interval changed from ${duration(before)} to ${duration(after)} at ${timeText(time, look)}`;
}

function timeText(time: number, look: FormatContext): string {
  return formatCell("time", new Date(time).toISOString(), look);
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
