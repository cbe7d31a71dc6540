import { gapsIn, type Span } from "../../archive/read/coverage.js";
import { MINUTE_MS, minuteOf } from "../../base/time/periods.js";
import type { Item } from "../../client/listing/items.js";
import { timeOf } from "../../client/listing/record-time.js";
import type { FundingRecord } from "../../client/resources/funding.js";
import { keptSince, RETENTION_DAYS, type Resolution } from "../../client/resources/terms.js";
import type { MarketEvent } from "../../figures/credible/settled-event.js";
import { intervalChanges, timeEvents } from "../../figures/engine/market/rhythm.js";
import { duration, timeText } from "../../output/text/format.js";
import { counted } from "../../output/text/words.js";
import type { Context } from "../../run/context.js";
import type { Range } from "../../run/times.js";

/** Maximum number of changes of an interval that are listed; further ones are counted. */
const MOST_CHANGES = 3;

/**
 * Reports events of a market that occur twice or contradict each other, and changes of the interval.
 * @param name label of the market
 * @param since start of the range; earlier events are used only to determine the spacing
 */
export async function noteListing(
  context: Context,
  name: string,
  { marketId, records }: { readonly marketId: number; readonly records: readonly MarketEvent[] },
  since = Number.NEGATIVE_INFINITY,
): Promise<void> {
  const { messages } = context;
  const { look } = await context.outputOptions();
  const id = String(marketId);
  const all = timeEvents(records);
  const shown = all.filter(({ time }) => time > since);
  const conflicting = shown.filter((event) => event.conflicting);
  const [first] = conflicting;
  if (first !== undefined) {
    const events = counted(conflicting.length, "event");
    const text = `${name}: conflicting values of ${events}, the first at ${timeText(first.time, look)}; figures that include them are unknown`;
    messages.warning("CONFLICTING_EVENTS", text, id);
  }
  const minutes = new Set(shown.filter((it) => !it.conflicting).map(({ time }) => time));
  const repeated = records.filter(({ time }) => minutes.has(minuteOf(time))).length - minutes.size;
  if (repeated > 0) {
    const text = `${name}: ${counted(repeated, "repeated event")}, each counted once`;
    messages.note("REPEATED_EVENTS", text, id);
  }
  const mislabelled = shown.find((event) => event.mislabelled);
  if (mislabelled !== undefined) {
    const { time, spacing = 0 } = mislabelled;
    const text = `${name}: settled every ${duration(spacing)} at ${timeText(time, look)}, contrary to its funding_interval`;
    messages.note("INTERVAL_MISLABELLED", text, id);
  }
  const changes = intervalChanges(all).filter(({ time }) => time > since);
  for (const { time, before, after } of changes.slice(0, MOST_CHANGES)) {
    const text = `${name}: interval changed from ${duration(before)} to ${duration(after)} at ${timeText(time, look)}`;
    messages.note("INTERVAL_CHANGED", text, id);
  }
  if (changes.length > MOST_CHANGES) {
    const text = `${name}: interval changed ${changes.length - MOST_CHANGES} more times`;
    messages.note("INTERVAL_CHANGED", text, id);
  }
}

/**
 * Notes that a range begins before what the service still has.
 * @param now of the service
 * @param elsewhere where older data is, appended to the note
 */
export function noteRetention(
  context: Context,
  resolution: Resolution,
  { start, end }: Range,
  now: number,
  elsewhere = "",
): void {
  if ((start ?? end ?? now) >= keptSince(now, resolution)) return;
  const what = resolution === "event" ? "settled events" : "daily aggregates";
  context.messages.note(
    "RETENTION",
    `the service keeps ${what} for ${RETENTION_DAYS[resolution]} days${elsewhere}`,
  );
}

/** Warns of records without a known time field, since daily aggregates are not documented. */
export function warnOfUndated(
  context: Context,
  { start, end }: Range,
  markets: readonly { readonly records: readonly Item<FundingRecord>[] }[],
): void {
  if (start === undefined && end === undefined) return;
  const records = markets.flatMap((market) => market.records);
  const undated = records.filter(({ value }) => timeOf(value) === undefined).length;
  if (undated === 0) return;
  context.messages.warning(
    "UNDATED",
    `${undated} of ${records.length} records have no known time field: they are not filtered by --start and --end`,
  );
}

/** Warns of parts of a range that were never requested, which does not mean that nothing settled. */
export async function noteHoles(
  context: Context,
  markets: readonly { readonly marketId: number; readonly covered?: readonly Span[] }[],
  { start: typed, end }: Range,
): Promise<void> {
  const now = await context.now();
  // Up to a later end the service was asked.
  const isOver = end !== undefined && end <= keptSince(now);
  const until = isOver ? Math.floor(Math.min(end, now) / MINUTE_MS) * MINUTE_MS : undefined;
  for (const { marketId, covered } of markets) {
    if (covered === undefined) continue; // no archive was read
    const [first] = covered;
    if (first === undefined) {
      const text = `the archive has nothing of market ${marketId}`;
      context.messages.warning("ARCHIVE_HOLE", text);
      continue;
    }
    const start = typed ?? first.start;
    const after = until === undefined ? [] : [{ start: until, end: until + 1 }];
    const gaps = gapsIn([{ start: start - 1, end: start }, ...covered, ...after]);
    for (const gap of gaps.filter((it) => it.end > start && it.start < (end ?? it.end))) {
      const from = timeText(Math.max(gap.start, start));
      const to = timeText(Math.min(gap.end, end ?? gap.end));
      const text = `market ${marketId}: ${from} to ${to} was never recorded; it is in no figure`;
      context.messages.warning("ARCHIVE_HOLE", text);
    }
  }
}
