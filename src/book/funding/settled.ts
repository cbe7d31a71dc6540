import { timeOf } from "../../client/listing/record-time.js";
import type { FundingEvent } from "../../client/resources/funding.js";
import { keptSince, RETENTION_DAYS, type Resolution } from "../../client/resources/resolution.js";
import type { Context } from "../../run/context.js";
import { CONCURRENCY, type Fetched, fetchEach } from "../../run/fetch-each.js";
import { settledEvents } from "../../run/settled-events.js";
import type { Range } from "../../run/times.js";
import { eventDoor } from "./credible.js";
import type { Settled, SettledEvents } from "./with-archive.js";

/**
 * Fetches the settled funding of markets; reports each that fails.
 * @param mayRead whether an archive is read, too
 */
export async function fetchSettled(
  context: Context,
  marketIds: readonly number[],
  resolution: Resolution,
  range: Range,
  mayRead = false,
): Promise<Fetched<Settled>> {
  if (mayRead && resolution === "event") {
    const { fetchWithArchive } = await import("./with-archive.js");
    const { AS_SENT } = await import("./event-form.js");
    const fetched = await fetchWithArchive(context, marketIds, range, AS_SENT);
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

/** Does the same for settled events, as figures need them. */
export async function fetchSettledEvents(
  context: Context,
  marketIds: readonly number[],
  range: Range,
  mayRead: boolean,
): Promise<Fetched<SettledEvents>> {
  if (mayRead) {
    const { fetchWithArchive } = await import("./with-archive.js");
    const { AS_FIGURES } = await import("./event-form.js");
    const fetched = await fetchWithArchive(context, marketIds, range, AS_FIGURES);
    if (fetched !== undefined) {
      const believe = await eventDoor(context, await context.now());
      const found = fetched.found.map((it) => ({
        ...it,
        records: believe(it.marketId, it.records).toReversed(),
      }));
      return { ...fetched, found };
    }
  }
  const { found, failure } = await fetchSettled(context, marketIds, "event", range);
  return { found: await Promise.all(found.map((it) => eventsOf(context, it))), failure };
}

/** Converts settled funding to what figures need, newest first. */
export async function eventsOf(
  context: Context,
  { records, ...market }: Settled,
): Promise<SettledEvents> {
  const { eventOf } = await import("../../figures/credible/settled-event.js");
  const believe = await eventDoor(context, await context.now());
  const events = records.map(({ value }) => eventOf(value as FundingEvent));
  return { ...market, records: believe(market.marketId, events).toReversed() };
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
 * @param name label of the market
 * @param since start of the range, if earlier events were fetched, too
 * @param conflicts effect of conflicting events on the figures
 */
export async function noteListing(
  context: Context,
  name: string,
  { marketId, records }: SettledEvents,
  since?: number,
  conflicts?: string,
): Promise<void> {
  const { listingNotes } = await import("./listing-notes.js");
  const { look } = await context.outputOptions();
  const { warnings, notes } = listingNotes(name, records, look, since, conflicts);
  for (const { code, text } of warnings) context.messages.warning(code, text, String(marketId));
  for (const { code, text } of notes) context.messages.note(code, text, String(marketId));
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

/**
 * Reports whether a range begins before what the service keeps, so that an archive is read.
 * @param start milliseconds since the epoch
 * @param now of the service
 */
export function isPast(start: number | undefined, now: number): boolean {
  return start !== undefined && start < keptSince(now);
}
