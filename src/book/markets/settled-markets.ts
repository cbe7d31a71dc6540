import type { Span } from "../../archive/read/coverage.js";
import { coverageOf } from "../../archive/read/coverage.js";
import type { NamedMarket } from "../../base/names/market-name.js";
import { DAY_MS } from "../../base/time/periods.js";
import type { Client } from "../../client/client.js";
import { keptSince } from "../../client/resources/resolution.js";
import type { MarketEvent } from "../../figures/credible/settled-event.js";
import type { HistoryOf } from "../../figures/engine/funding/paid.js";
import { RUN_HISTORY_MS } from "../../figures/engine/funding/run.js";
import type { Context } from "../../run/context.js";
import type { Failure } from "../../run/errors/kinds.js";
import { CONCURRENCY } from "../../run/fetch-each.js";
import { countRequests } from "../../run/settled-events.js";
import { archivedFunding, hasArchive } from "../funding/archived-funding.js";
import { eventDoor } from "../funding/credible.js";
import { AS_FIGURES } from "../funding/event-form.js";
import { recentFundingOf } from "../funding/recent-funding.js";
import { withStore } from "../looks/place.js";
import { listedMarkets, marketsOfAssets } from "./listed.js";

/** Share of the 30 days that an archive has to cover to be read, percent. */
const LEAST_RECORDED = 95;

/**
 * Returns the markets of assets with their settled funding: from the archive if it has nearly all of it, else
 * from the service.
 */
export async function rankSource(context: Context, assets: readonly string[]): Promise<RankSource> {
  const client = await context.client(CONCURRENCY);
  const listed = await listedMarkets(context, client);
  const { markets, failure } = await marketsOfAssets(context, listed, assets, "the public listing");
  const now = client.serviceNow();
  const recorded = await wholeArchive(context, markets, now);
  if (recorded !== undefined) return { ...recorded, failure };
  const asked = await askedFunding(context, client, markets);
  return { ...asked, archive: undefined, failure: asked.failure ?? failure };
}

/** Reads an archive that has nearly all of the 30 days of every market; undefined if there is none. */
async function wholeArchive(
  context: Context,
  markets: readonly NamedMarket[],
  now: number,
): Promise<RankSource | undefined> {
  if (markets.length === 0 || !(await hasArchive(context))) return undefined;
  const coverage = await withStore(context, coverageOf);
  const spansOf = ({ id }: NamedMarket) => coverage.get(id) ?? [];
  if (!markets.every((it) => isRecorded(spansOf(it), now))) return undefined;
  const until = recordedUntil(markets.map(spansOf), now);
  const range = { start: until - RUN_HISTORY_MS, end: until + 1 };
  const ids = markets.map(({ id }) => id);
  const archived = await archivedFunding(context, ids, range, AS_FIGURES);
  if (archived === undefined) return undefined;
  const believe = await eventDoor(context, await context.now());
  const events = new Map<number, readonly MarketEvent[]>(
    ids.map((id) => [id, believe(id, archived.marketOf(id).records.toReversed())]),
  );
  context.messages.note("ARCHIVE_READ", `read from the archive at ${archived.where}`);
  const historyOf = (id: number) => events.get(id);
  return { markets, historyOf, now: until, archive: archived.where, failure: undefined };
}

/**
 * Returns the time up to which markets are recorded: the earliest end of those recorded within a day
 * of the newest, so that no event is missing only because a market was requested a little earlier.
 */
function recordedUntil(all: readonly (readonly Span[])[], now: number): number {
  const ends = all.map((spans) => Math.min(now, spans.at(-1)?.end ?? 0));
  const newest = Math.max(...ends, 0);
  return Math.min(newest, ...ends.filter((end) => end >= newest - DAY_MS));
}

function isRecorded(spans: readonly Span[], now: number): boolean {
  const start = keptSince(now);
  const covered = spans.reduce(
    (sum, span) => sum + Math.max(0, Math.min(span.end, now) - Math.max(span.start, start)),
    0,
  );
  const isNew = (spans.at(-1)?.end ?? 0) >= now - DAY_MS;
  return isNew && covered * 100 >= (now - start) * LEAST_RECORDED;
}

/** Markets to rank with their settled funding. */
export interface RankSource {
  readonly markets: readonly NamedMarket[];
  readonly historyOf: HistoryOf;
  /** Time up to which funding is known, milliseconds since the epoch. */
  readonly now: number;
  /** Place of the archive that was read; undefined without one. */
  readonly archive: string | undefined;
  /** Worst failure, already reported. */
  readonly failure: Failure | undefined;
}

/** Number of requests above which they are announced. */
const MANY_REQUESTS = 50;

/** Fetches the settled funding of markets, a few at a time. */
async function askedFunding(
  context: Context,
  client: Client,
  markets: readonly NamedMarket[],
): Promise<Omit<RankSource, "archive">> {
  const now = client.serviceNow();
  const ids = markets.map(({ id }) => id);
  await announce(context, client, ids, now - RUN_HISTORY_MS);
  const { signal } = context.io;
  const funding = await recentFundingOf(context, ids, now, { client, signal, untilFailure: true });
  return { markets, historyOf: funding.historyOf, now, failure: funding.failure };
}

async function announce(
  context: Context,
  client: Client,
  ids: readonly number[],
  start: number,
): Promise<void> {
  if (ids.length <= MANY_REQUESTS) return;
  const requests = await countRequests(context, client, ids, start);
  if (requests <= MANY_REQUESTS) return;
  context.messages.note(
    "REQUESTS",
    `asks for the settled funding of ${requests} markets, one request each; assets after the command ask for fewer, and an archive for none`,
  );
}
