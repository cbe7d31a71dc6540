import { gapsIn, joined, lackingFrom, type Span } from "../../archive/read/coverage.js";
import { MINUTE_MS, minuteOf } from "../../base/time/periods.js";
import type { Item } from "../../client/listing/item-pages.js";
import type { FundingEvent, FundingRecord } from "../../client/resources/funding.js";
import { keptSince } from "../../client/resources/resolution.js";
import type { MarketEvent } from "../../figures/credible/settled-event.js";
import { timeText } from "../../output/text/format.js";
import type { Context } from "../../run/context.js";
import { CONCURRENCY, type Fetched, fetchEach, type PartKind } from "../../run/fetch-each.js";
import { settledEvents } from "../../run/settled-events.js";
import type { Range } from "../../run/times.js";
import { type ArchivedMarket, archivedFunding } from "./archived-funding.js";
import type { EventForm } from "./event-form.js";

/** Settled funding of one market, its events as `T`. */
export interface SettledAs<T> {
  readonly marketId: number;
  readonly records: readonly T[];
  /** Spans that the archive and the service cover; undefined when no archive was read. */
  readonly covered?: readonly Span[];
}

/** Settled funding of one market, as sent. */
export type Settled = SettledAs<Item<FundingRecord>>;

/** Settled funding of one market, as figures need it. */
export type SettledEvents = SettledAs<MarketEvent>;

/**
 * Returns the settled funding of markets from the archive, and from the service what the archive lacks and
 * the service still keeps. Notes what was read, and warns of what was never recorded.
 * @param parts what is fetched, if the markets were not requested by name
 * @returns undefined without an archive
 * @throws {ArchiveError} when the archive cannot be read
 */
export async function fetchWithArchive<T>(
  context: Context,
  marketIds: readonly number[],
  range: Range,
  form: EventForm<T>,
  parts?: PartKind,
): Promise<Fetched<SettledAs<T>> | undefined> {
  const archive = await archivedFunding(context, marketIds, range, form);
  if (archive === undefined) return undefined;
  const fetched = await fetchEach(
    context,
    marketIds,
    (id) => `market ${id}`,
    (marketId) => completed(context, marketId, archive.marketOf(marketId), range, form),
    parts,
  );
  context.messages.note("ARCHIVE_READ", `read from the archive at ${archive.where}`);
  const until = mayLackUntil(range, await context.now());
  for (const market of fetched.found) noteHoles(context, market, range, form, until);
  return fetched;
}

/**
 * Returns the end of a range up to which nobody may have its events, to the minute; undefined for an end
 * up to which the service was asked.
 */
function mayLackUntil({ end }: Range, now: number): number | undefined {
  if (end === undefined || end > keptSince(now)) return undefined;
  return Math.floor(Math.min(end, now) / MINUTE_MS) * MINUTE_MS;
}

/**
 * Fetches what the archive lacks; connects only if it lacks something. Fetches from the newest recorded event
 * on: an event that settled shortly before the archive's request may be published later.
 */
async function completed<T>(
  context: Context,
  marketId: number,
  { records, covered }: ArchivedMarket<T>,
  range: Range,
  form: EventForm<T>,
): Promise<SettledAs<T>> {
  const isLacking = lackOf(covered, range, await context.now()) !== undefined;
  if (!isLacking) return { marketId, records, covered };
  const client = await context.client(CONCURRENCY);
  const lack = lackOf(covered, range, client.serviceNow());
  if (lack === undefined) return { marketId, records, covered };
  const { end } = range;
  const newest = records.map(form.timeOf).find((time) => time < lack.start);
  const asked = { start: newest ?? lack.start, ...(end !== undefined && { end }) };
  const answer = await settledEvents(context, client, marketId, asked);
  const all = joined([...covered, lack]);
  return {
    marketId,
    records: merged(records, (answer as readonly Item<FundingEvent>[]).map(form.ofItem), form),
    covered: all,
  };
}

/** Returns what an archive lacks of a range and the service still keeps. @param now of the service */
function lackOf(covered: readonly Span[], { start, end }: Range, now: number): Span | undefined {
  const kept = keptSince(now);
  const until = Math.min(end ?? now, now);
  const from = lackingFrom(covered, { start: Math.max(start ?? kept, kept), end: until });
  return from === undefined ? undefined : { start: from, end: until };
}

/** Joins events, newest first; an answer of the service replaces what the archive has of its minute. */
function merged<T>(archived: readonly T[], answer: readonly T[], { timeOf }: EventForm<T>): T[] {
  const minute = (event: T) => minuteOf(timeOf(event) || 0);
  const answered = new Set(answer.map(minute));
  const all = [...answer, ...archived.filter((event) => !answered.has(minute(event)))];
  return all.sort((a, b) => (timeOf(b) || 0) - (timeOf(a) || 0));
}

/** Warns of parts of a range that were never requested, which does not mean that nothing settled. */
function noteHoles<T>(
  { messages }: Context,
  { marketId, records, covered = [] }: SettledAs<T>,
  range: Range,
  form: EventForm<T>,
  until: number | undefined,
): void {
  const [first] = covered;
  if (first === undefined) {
    messages.warning("ARCHIVE_HOLE", `the archive has nothing of market ${marketId}`);
    return;
  }
  const start = range.start ?? first.start;
  const end = until === undefined ? [] : [{ start: until, end: until + 1 }];
  const ends = [{ start: start - 1, end: start }, ...covered, ...end];
  const holes = gapsIn(ends).filter((gap) => gap.end > start && gap.start < (range.end ?? gap.end));
  for (const gap of holes) {
    const from = timeText(Math.max(gap.start, start));
    const to = timeText(Math.min(gap.end, range.end ?? gap.end));
    messages.warning(
      "ARCHIVE_HOLE",
      `market ${marketId}: ${from} to ${to} was never recorded${whatIsKnown(records.map(form.timeOf), gap)}`,
    );
  }
}

/** Describes the known events of a gap, which exist if a service answers with more than it says it keeps. */
function whatIsKnown(times: readonly number[], { start, end }: Span): string {
  const known = times.filter((time) => time >= start && time < end).length;
  return known === 0
    ? "; it is in no figure"
    : ` as a whole; ${known} events of it are known, and others may be missing`;
}
