import { minuteOf } from "../../base/time/periods.js";
import type { MarketEvent } from "../../figures/credible/settled-event.js";
import {
  type IntervalChange,
  intervalChanges,
  timeEvents,
} from "../../figures/engine/market/rhythm.js";
import { counted } from "../../output/text/counted.js";
import { duration, type FormatContext, timeText } from "../../output/text/format.js";
import type { Notice } from "../../output/text/notices.js";

/** Maximum number of changes that are listed; further ones are counted. */
const MOST_CHANGES = 3;

/** Messages about irregularities in the history of a market. */
export interface ListingNotes {
  /** Irregularities that make figures unknown. */
  readonly warnings: readonly Notice[];
  readonly notes: readonly Notice[];
}

/**
 * Describes repeated and conflicting events, and changes of the interval.
 * @param market its name
 * @param since start of the range; earlier events are used only to determine the spacing
 * @param conflicts what conflicting events mean for the figures
 */
export function listingNotes(
  market: string,
  events: readonly MarketEvent[],
  look: FormatContext,
  since = Number.NEGATIVE_INFINITY,
  conflicts = "figures that include them are unknown",
): ListingNotes {
  const all = timeEvents(events);
  const shown = all.filter(({ time }) => time > since);
  const conflicting = shown.filter((event) => event.conflicting);
  const minutes = new Set(shown.filter((it) => !it.conflicting).map(({ time }) => time));
  const repeated = events.filter(({ time }) => minutes.has(minuteOf(time))).length - minutes.size;
  const mislabelled = shown.find((event) => event.mislabelled);
  const changes = intervalChanges(all).filter(({ time }) => time > since);
  const [first] = conflicting;
  return {
    warnings:
      first === undefined
        ? []
        : [
            {
              code: "CONFLICTING_EVENTS",
              text: `${market}: conflicting values of ${counted(conflicting.length, "event")}, the first at ${timeText(first.time, look)}; ${conflicts}`,
            },
          ],
    notes: [
      ...(repeated > 0
        ? [
            {
              code: "REPEATED_EVENTS",
              text: `${market}: ${counted(repeated, "repeated event")}, each counted once`,
            } as const,
          ]
        : []),
      ...(mislabelled === undefined
        ? []
        : [
            {
              code: "INTERVAL_MISLABELLED",
              text: `${market}: settled every ${duration(mislabelled.spacing ?? 0)} at ${timeText(mislabelled.time, look)}, contrary to its funding_interval`,
            } as const,
          ]),
      ...changes.slice(0, MOST_CHANGES).map((change) => changeText(market, change, look)),
      ...(changes.length > MOST_CHANGES
        ? [
            {
              code: "INTERVAL_CHANGED",
              text: `${market}: interval changed ${changes.length - MOST_CHANGES} more times`,
            } as const,
          ]
        : []),
    ],
  };
}

function changeText(
  market: string,
  { time, before, after }: IntervalChange,
  look: FormatContext,
): Notice {
  const text = `${market}: interval changed from ${duration(before)} to ${duration(after)} at ${timeText(time, look)}`;
  return { code: "INTERVAL_CHANGED", text };
}
