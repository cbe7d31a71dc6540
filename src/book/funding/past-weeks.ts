import { DAY_MS } from "../../base/time/periods.js";
import type { MarketEvent } from "../../figures/credible/settled-event.js";
import { LAST_DAY, WEEK_DAYS } from "../../figures/next/pool.js";
import type { PastWeeks } from "../../figures/next/pool-of-book.js";
import type { Context } from "../../run/context.js";
import { archivedFunding } from "./archived-funding.js";
import { eventDoor } from "./credible.js";
import { AS_FIGURES } from "./event-form.js";

/** Number of weeks before the last that are scored at most: half a year in all. */
const MOST_WEEKS = 25;
/** A day more than a series, so that the spacing of its first events is known. */
const SERIES_MS = (LAST_DAY + 1) * DAY_MS;

/**
 * Reads what markets settled before the 30 days that the service keeps, by which the ranges of earlier weeks
 * are scored; undefined without an archive, and where it cannot be read, which is no failure of a status.
 */
export async function pastWeeks(
  context: Context,
  markets: readonly number[],
  now: number,
): Promise<PastWeeks | undefined> {
  const start = now - MOST_WEEKS * WEEK_DAYS * DAY_MS - SERIES_MS;
  try {
    const archived = await archivedFunding(context, markets, { start, end: now }, AS_FIGURES);
    if (archived === undefined) return undefined;
    const believe = await eventDoor(context, now);
    const known = new Map(
      markets.map((id) => {
        const { records, covered } = archived.marketOf(id);
        return [id, { covered, events: believe(id, records.toReversed()) }] as const;
      }),
    );
    const historyOf = (id: number, until: number): readonly MarketEvent[] | undefined => {
      const from = until - LAST_DAY * DAY_MS;
      const { covered = [], events = [] } = known.get(id) ?? {};
      if (!covered.some((span) => span.start <= from && span.end >= until)) return undefined;
      return events.filter(({ time }) => time > until - SERIES_MS && time <= until);
    };
    return { most: MOST_WEEKS, historyOf };
  } catch (error) {
    context.io.signal.throwIfAborted();
    context.messages.detail(`the record is of last week: ${context.failureOf(error).message}`);
    return undefined;
  }
}
