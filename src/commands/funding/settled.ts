import { DAY_MS } from "../../base/periods.js";
import { timeOf } from "../../client/listing/record-time.js";
import type { FundingPoint } from "../../client/resources/funding.js";
import { RETENTION_DAYS, type Resolution } from "../../client/resources/resolution.js";
import type { Context } from "../../command/context.js";
import { CONCURRENCY, type Fetched, fetchEach } from "../../command/fetch-each.js";
import { settledEvents } from "../../command/settled-events.js";
import type { Range } from "../../command/times.js";
import type { ArchiveWish } from "../archive/archive-wish.js";
import type { Settled } from "./settled-market.js";

/**
 * Fetches the settled funding of several markets; reports each one that fails.
 * @param wish whether events are read from the archive too
 */
export async function fetchSettled(
  context: Context,
  marketIds: readonly number[],
  resolution: Resolution,
  range: Range,
  wish?: ArchiveWish,
): Promise<Fetched<Settled>> {
  if (wish !== undefined && resolution === "event") {
    const { fetchWithArchive } = await import("./with-archive.js");
    const fetched = await fetchWithArchive(context, marketIds, range, wish);
    if (fetched !== undefined) return fetched;
  }
  const client = await context.client(CONCURRENCY);
  const { signal } = context.io;
  const recordsOf = (marketId: number) =>
    resolution === "event"
      ? settledEvents(context, client, marketId, range)
      : client.funding.history({ marketId, resolution, ...range, signal }).withSource();
  const fetched = await fetchEach(
    context,
    marketIds,
    (id) => `market ${id}`,
    async (marketId) => ({ marketId, records: await recordsOf(marketId) }),
  );
  warnOfUndated(context, range, fetched.found);
  return fetched;
}

/** Warns of records without a known time field, since daily aggregates are not documented. */
function warnOfUndated(context: Context, { start, end }: Range, markets: readonly Settled[]): void {
  if (start === undefined && end === undefined) return;
  const records = markets.flatMap((market) => market.records);
  const undated = records.filter(({ value }) => timeOf(value) === undefined).length;
  if (undated === 0) return;
  context.messages.warning(
    "UNDATED",
    `${undated} of ${records.length} records have no known time field: they are not filtered by --start and --end`,
  );
}

/**
 * Reports events that occur twice or contradict each other, and changes of the interval.
 * @param since start of the range, if earlier events were fetched, too
 */
export async function noteListing(
  context: Context,
  { marketId, records }: Settled,
  since?: number,
): Promise<void> {
  const { eventOf } = await import("../../analytics/settled-event.js");
  const { listingNotes } = await import("../../views/listing-notes.js");
  const events = records.map(({ value }) => eventOf(value as FundingPoint));
  const { look } = await context.outputOptions();
  const { warnings, notes } = listingNotes(marketId, events, look, since);
  for (const { code, text } of warnings) context.messages.warning(code, text, String(marketId));
  for (const { code, text } of notes) context.messages.note(code, text, String(marketId));
}

/**
 * Notes that a range begins before what the service still has.
 * @param elsewhere where older data is, appended to the note
 */
export function noteRetention(
  context: Context,
  resolution: Resolution,
  { start }: Range,
  elsewhere = "",
): void {
  const days = RETENTION_DAYS[resolution];
  if (start === undefined || start >= context.io.clock.now() - days * DAY_MS) return;
  const what = resolution === "event" ? "settled events" : "daily aggregates";
  context.messages.note("RETENTION", `the service keeps ${what} for ${days} days${elsewhere}`);
}
