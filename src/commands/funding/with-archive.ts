import { gapsIn, joined, lackingFrom, type Span } from "../../archive/read/spans.js";
import { minuteOf } from "../../archive/tables.js";
import { DAY_MS } from "../../base/periods.js";
import type { Client } from "../../client/client.js";
import type { Item } from "../../client/listing/pages.js";
import { timeOf } from "../../client/listing/record-time.js";
import type { FundingPoint } from "../../client/resources/funding.js";
import { RETENTION_DAYS } from "../../client/resources/resolution.js";
import type { Context } from "../../command/context.js";
import { CONCURRENCY, type Fetched, fetchEach } from "../../command/fetch-each.js";
import { settledEvents } from "../../command/settled-events.js";
import type { Range } from "../../command/times.js";
import { formatTime } from "../../output/text/format-time.js";
import type { ArchiveWish } from "../archive/archive-wish.js";
import { type ArchivedMarket, archivedFunding } from "../archive/archived-funding.js";
import type { Settled } from "./settled-market.js";

type Records = readonly Item<FundingPoint>[];

/**
 * Returns the settled funding of markets from the archive, and from the service what the archive
 * lacks and the service still keeps. Says what was read, and what nobody recorded.
 * @returns undefined when there is no archive, and none was asked for
 * @throws {ArchiveError} when the archive cannot be read
 */
export async function fetchWithArchive(
  context: Context,
  marketIds: readonly number[],
  range: Range,
  wish: ArchiveWish,
): Promise<Fetched<Settled> | undefined> {
  const archive = await archivedFunding(context, marketIds, range, wish);
  if (archive === undefined) return undefined;
  const isAsOf = wish.asOf !== undefined;
  const client = isAsOf ? undefined : await context.client(CONCURRENCY);
  const fetched = await fetchEach(
    context,
    marketIds,
    (id) => `market ${id}`,
    async (marketId) => {
      const own = archive.marketOf(marketId);
      if (client === undefined) return { marketId, records: own.records, covered: own.covered };
      return completed(context, client, marketId, own, range);
    },
  );
  const asOf = isAsOf ? `, as of ${new Date(wish.asOf ?? 0).toISOString()}` : "";
  context.messages.note("ARCHIVE_READ", `read from the archive at ${archive.where}${asOf}`);
  for (const market of fetched.found) noteHoles(context, market, range);
  return fetched;
}

/** Asks the service for what the archive lacks. */
async function completed(
  context: Context,
  client: Client,
  marketId: number,
  { records, covered }: ArchivedMarket,
  { start, end }: Range,
): Promise<Settled> {
  const now = client.serviceNow();
  const kept = now - RETENTION_DAYS.event * DAY_MS;
  const until = Math.min(end ?? now, now);
  const from = lackingFrom(covered, { start: Math.max(start ?? kept, kept), end: until });
  if (from === undefined) return { marketId, records, covered };
  const asked = { start: from, ...(end !== undefined && { end }) };
  const answer = (await settledEvents(context, client, marketId, asked)) as Records;
  const all = joined([...covered, { start: from, end: until }]);
  return { marketId, records: merged(records, answer), covered: all };
}

/** Joins events, newest first; what the service says now of a minute takes the archive's place. */
function merged(archived: Records, answer: Records): Item<FundingPoint>[] {
  const minute = ({ value }: Item<FundingPoint>) => minuteOf(timeOf(value) ?? 0);
  const answered = new Set(answer.map(minute));
  const all = [...answer, ...archived.filter((item) => !answered.has(minute(item)))];
  return all.sort((a, b) => (timeOf(b.value) ?? 0) - (timeOf(a.value) ?? 0));
}

/** Reports what of a range was never asked for: it is not the same as nothing settled. */
function noteHoles(
  { messages }: Context,
  { marketId, records, covered = [] }: Settled,
  range: Range,
): void {
  const [first, last] = [covered[0], covered.at(-1)];
  if (first === undefined || last === undefined) {
    messages.warning("ARCHIVE_HOLE", `the archive has nothing of market ${marketId}`);
    return;
  }
  const start = range.start ?? first.start;
  const ends = [{ start: start - 1, end: start }, ...covered];
  const holes = gapsIn(ends).filter((gap) => gap.end > start && gap.start < (range.end ?? gap.end));
  for (const gap of holes) {
    const from = shown(Math.max(gap.start, start));
    const to = shown(Math.min(gap.end, range.end ?? gap.end));
    messages.warning(
      "ARCHIVE_HOLE",
      `market ${marketId}: ${from} to ${to} was never recorded${whatIsKnown(records, gap)}`,
    );
  }
}

/** Events of a hole are there if a service answered with more than it says it keeps. */
function whatIsKnown(records: Settled["records"], { start, end }: Span): string {
  const known = records.filter(({ value }) => {
    const time = timeOf(value) ?? Number.NaN;
    return time >= start && time < end;
  }).length;
  return known === 0
    ? "; it is in no figure"
    : ` as a whole; ${known} events of it are known, and others may be missing`;
}

function shown(time: number): string {
  const text = new Date(time).toISOString();
  return formatTime(text, "UTC") ?? text;
}
