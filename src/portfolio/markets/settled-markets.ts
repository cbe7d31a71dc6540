import type { Span } from "../../archive/read/spans.js";
import type { NamedMarket } from "../../base/names/market-name.js";
import { DAY_MS } from "../../base/time/periods.js";
import type { Client } from "../../client/client.js";
import { keptSince } from "../../client/resources/resolution.js";
import type { Context } from "../../command/context.js";
import type { Failure } from "../../command/errors/failure.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import { countRequests } from "../../command/settled-events.js";
import type { HistoryOf } from "../../figures/engine/funding/paid.js";
import { RUN_HISTORY_MS } from "../../figures/engine/funding/run.js";
import { hasArchive } from "../funding/archived-funding.js";
import { recentFundingOf } from "../funding/recent-funding.js";
import { type RankArchive, recordedUntil, withRankArchive } from "./archived-markets.js";
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
  return withRankArchive(context, async (archive) => {
    const isWhole = markets.every(({ id }) => isRecorded(archive.coverage.get(id) ?? [], now));
    return isWhole ? read(context, archive, markets, now) : undefined;
  });
}

async function read(
  context: Context,
  archive: RankArchive,
  markets: readonly NamedMarket[],
  now: number,
): Promise<RankSource> {
  const until = recordedUntil(markets, archive.coverage, now);
  const historyOf = await archive.historyOf(markets, until);
  context.messages.note("ARCHIVE_READ", `read from the archive at ${archive.where}`);
  return { markets, historyOf, now: until, archive: archive.where, failure: undefined };
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
