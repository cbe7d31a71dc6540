import { joined, type Span } from "../../archive/read/coverage.js";
import { minuteOf } from "../../base/time/periods.js";
import type { Item } from "../../client/listing/items.js";
import type { FundingEvent, FundingRecord } from "../../client/resources/funding.js";
import { keptSince, type Resolution } from "../../client/resources/terms.js";
import type { HeldMark } from "../../figures/credible/credible-events.js";
import { eventOf, type MarketEvent } from "../../figures/credible/settled-event.js";
import type { Context } from "../../run/context.js";
import { CONCURRENCY, type Fetched, fetchEach, type PartKind } from "../../run/fetch-each.js";
import { settledEvents } from "../../run/settled-events.js";
import type { Range } from "../../run/times.js";
import { hasArchive } from "../archive.js";
import { type ArchivedMarket, archivedFunding, lackOf } from "./archived-funding.js";
import { AS_FIGURES, AS_SENT, type EventForm, eventDoor } from "./events.js";
import { noteHoles, warnOfUndated } from "./notes.js";

/** Settled funding of one market, its events as `T`. */
interface SettledAs<T> {
  readonly marketId: number;
  readonly records: readonly T[];
  /** Spans that the archive and the service cover; undefined when no archive was read. */
  readonly covered?: readonly Span[];
}

/** Settled funding of one market, as sent, newest first. */
export type Settled = SettledAs<Item<FundingRecord>>;

/** Settled funding of one market, as figures need it, oldest first. */
export type SettledEvents = SettledAs<MarketEvent>;

/** Markets, each with the range of time for which its events are wanted. */
type WantedMarkets = ReadonlyMap<number, Range>;

/** How settled funding is fetched. */
interface How {
  /** Whether the archive is read, and the service asked only for what it lacks. */
  readonly isArchived: boolean;
  /** What the markets are, if they were not requested by name. */
  readonly parts?: PartKind | undefined;
}

/** Reports whether an archive is read: there is one, and the service no longer has all of the range. */
export async function readsArchive(
  context: Context,
  { start, end }: Range,
  now: number,
): Promise<boolean> {
  return (start ?? end ?? now) < keptSince(now) && (await hasArchive(context));
}

/**
 * Fetches the settled funding of markets as sent; reports each that fails, and warns of what an archive never
 * recorded.
 */
export async function fetchSettled(
  context: Context,
  marketIds: readonly number[],
  resolution: Resolution,
  range: Range,
  isArchived: boolean,
): Promise<Fetched<Settled>> {
  if (resolution === "event") {
    const fetched = await settledFunding(context, within(marketIds, range), AS_SENT, {
      isArchived,
    });
    await noteHoles(context, fetched.found, range);
    warnOfUndated(context, range, fetched.found);
    return fetched;
  }
  const client = await context.client(CONCURRENCY);
  const { signal } = context.io;
  const fetched = await fetchEach(context, marketIds, nameOf, async (marketId) => {
    const request = { marketId, resolution, ...range, signal };
    return { marketId, records: await client.funding.history(request).withSource() };
  });
  warnOfUndated(context, range, fetched.found);
  return fetched;
}

/** Does the same for settled events within one range, as figures need them. */
export async function fetchSettledEvents(
  context: Context,
  marketIds: readonly number[],
  range: Range,
  isArchived: boolean,
): Promise<Fetched<SettledEvents>> {
  const fetched = await settledEventsOf(context, within(marketIds, range), { isArchived });
  await noteHoles(context, fetched.found, range);
  return fetched;
}

/** Fetches settled events of markets, each within its range, as figures need them. */
export async function settledEventsOf(
  context: Context,
  wanted: WantedMarkets,
  how: How,
  held: ReadonlyMap<number, HeldMark> = new Map(),
): Promise<Fetched<SettledEvents>> {
  const { found, failure } = await settledFunding(context, wanted, AS_FIGURES, how);
  const believe = await eventDoor(context, await context.now());
  const events = found.map((it) => {
    return { ...it, records: believe(it.marketId, it.records, held.get(it.marketId)) };
  });
  return { found: events, failure };
}

/** Converts settled events as sent to what figures need. */
export async function eventsOf(
  context: Context,
  { records, ...market }: Settled,
): Promise<SettledEvents> {
  const believe = await eventDoor(context, await context.now());
  const events = records.map(({ value }) => eventOf(value as FundingEvent));
  return { ...market, records: believe(market.marketId, events) };
}

const within = (ids: readonly number[], range: Range) => new Map(ids.map((id) => [id, range]));
const nameOf = (marketId: number) => `market ${marketId}`;

async function settledFunding<T>(
  context: Context,
  wanted: WantedMarkets,
  form: EventForm<T>,
  { isArchived, parts }: How,
): Promise<Fetched<SettledAs<T>>> {
  const archive = isArchived ? await archivedFunding(context, wanted, form) : undefined;
  const fetched = await fetchEach(
    context,
    [...wanted.keys()],
    nameOf,
    async (marketId): Promise<SettledAs<T>> => {
      const range = wanted.get(marketId) ?? {};
      if (archive !== undefined) {
        return completed(context, marketId, archive.marketOf(marketId), range, form);
      }
      return { marketId, records: await asked(context, marketId, range, form) };
    },
    parts,
  );
  if (archive !== undefined) {
    context.messages.note("ARCHIVE_READ", `read from the archive at ${archive.where}`);
  }
  return fetched;
}

async function asked<T>(
  context: Context,
  marketId: number,
  range: Range,
  { ofItem }: EventForm<T>,
): Promise<T[]> {
  const client = await context.client(CONCURRENCY);
  const answer = await settledEvents(context, client, marketId, range);
  return (answer as readonly Item<FundingEvent>[]).map(ofItem);
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
  const { timeOf } = form;
  if (lackOf(covered, range, await context.now()) === undefined) {
    return { marketId, records, covered };
  }
  const client = await context.client(CONCURRENCY);
  const lack = lackOf(covered, range, client.serviceNow());
  if (lack === undefined) return { marketId, records, covered };
  const newest = records.map(timeOf).find((time) => time < lack.start);
  const answer = await asked(context, marketId, { ...range, start: newest ?? lack.start }, form);
  // An answer of the service replaces what the archive has of its minute.
  const minute = (event: T) => minuteOf(timeOf(event) || 0);
  const answered = new Set(answer.map(minute));
  const all = [...answer, ...records.filter((event) => !answered.has(minute(event)))];
  return {
    marketId,
    records: all.sort((a, b) => (timeOf(b) || 0) - (timeOf(a) || 0)),
    covered: joined([...covered, lack]),
  };
}
