import { type Archive, createStamp, type Stamp } from "../../archive/archive.js";
import type { Span } from "../../archive/read/coverage.js";
import type { Listed, TakenSnapshot } from "../../archive/sync/snapshot.js";
import type { MarketRecord } from "../../archive/sync/sync-markets.js";
import { listedMarket } from "../../base/names/market-name.js";
import { assertBelieved } from "../../base/time/doubted-clock.js";
import type { Client } from "../../client/client.js";
import type { Item } from "../../client/listing/items.js";
import { counted } from "../../output/text/words.js";
import type { Context } from "../../run/context.js";
import { type Failure, gravestOf } from "../../run/errors/kinds.js";
import { inParallel } from "../../run/fetch-each.js";
import { type NamedPortfolio, portfolioName } from "../../run/settings/portfolios.js";

/** What a round of sync works with. */
export interface Round {
  readonly context: Context;
  readonly client: Client;
  /** The markets that were named; without any, those of open positions and of the archive. */
  readonly named: readonly number[];
  /** Whether every market of the public listing is wanted. */
  readonly wantsAll: boolean;
  /** The start that was typed, milliseconds since the epoch. */
  readonly start: number | undefined;
  /** The portfolios of which a snapshot is taken. */
  readonly portfolios: readonly NamedPortfolio[];
}

/** What a round will request. */
export interface RoundPlan {
  /** Markets, in order. */
  readonly markets: readonly number[];
  /** Records of the public listing, as far as it was requested. */
  readonly listedMarkets: readonly MarketRecord[];
  readonly coverage: ReadonlyMap<number, readonly Span[]>;
  /** The positions of each portfolio, already listed: the open ones name the markets. */
  readonly listed: readonly Listed[];
  readonly failures: readonly (Failure | undefined)[];
}

/**
 * Lists the positions and chooses the markets. A listing that fails is reported, and the funding of
 * the markets in the archive is requested all the same.
 * @param archive undefined when there is none yet
 */
export async function planRound(round: Round, archive: Archive | undefined): Promise<RoundPlan> {
  const { context, client, named, wantsAll, portfolios } = round;
  const failures: (Failure | undefined)[] = [];
  const { listPositions } = await import("../../archive/sync/snapshot.js");
  const { signal } = context.io;
  const onProgress = (count: number) => context.progress.update(counted(count, "position"));
  const results = await inParallel(portfolios, ({ portfolio_id: portfolioId }) =>
    listPositions({ client, portfolioId, signal, onProgress }),
  );
  signal.throwIfAborted();
  const listed: Listed[] = [];
  for (const [at, result] of results.entries()) {
    if (result.status === "fulfilled") {
      listed.push(result.value);
      continue;
    }
    const portfolio = portfolios[at];
    const of = portfolio && portfolios.length > 1 ? ` of ${portfolioName(portfolio)}` : "";
    const name = `positions${of}`;
    failures.push(await context.reportFailure(result.reason, { id: name, name }));
  }
  const { coverageOf } = await import("../../archive/read/coverage.js");
  const coverage = archive === undefined ? new Map() : await coverageOf(archive.store);
  const listedMarkets = wantsAll ? await listMarkets(context, client) : [];
  const asked = [...named, ...listedMarkets.map(({ marketId }) => marketId)];
  const usual = [...listed.flatMap((it) => [...it.openMarkets]), ...coverage.keys()];
  const markets = [...new Set(wantsAll || named.length > 0 ? asked : usual)];
  return { markets: markets.sort((a, b) => a - b), listedMarkets, coverage, listed, failures };
}

/** Asks and records. @throws {ArchiveError} {@link DoubtedClockError} or the signal's reason */
export async function runRound(round: Round, archive: Archive, plan: RoundPlan) {
  const { context, client } = round;
  const { markets } = plan;
  const stamp = createStamp(archive, client);
  const failures = [...plan.failures];
  const snapshots: TakenSnapshot[] = [];
  for (const listed of plan.listed) {
    const taken = await record(context, archive, listed, client, stamp);
    if (taken !== undefined) snapshots.push(taken);
  }
  const { syncFunding } = await import("../../archive/sync/sync-funding.js");
  const rows = await syncFunding({
    archive,
    client,
    signal: context.io.signal,
    stamp,
    markets,
    coverage: plan.coverage,
    start: round.start,
    onAhead: (record) => context.doubt({ kind: "not_settled", record }),
    onProgress: (done) =>
      context.progress.update(`${done} of ${counted(markets.length, "market")}`),
    onFailure: async (id, error) => {
      failures.push(await context.reportFailure(error, { id: String(id), name: `market ${id}` }));
    },
  });
  if ((markets.length > 0 || plan.listed.length > 0) && !client.knowsServiceTime()) {
    context.messages.note(
      "LOCAL_CLOCK",
      "no answer had the time of the service; ranges were counted by the clock of this computer",
    );
  }
  await recordNames(round, archive, plan, stamp);
  return { rows, snapshots, failure: gravestOf(failures), now: client.serviceNow() };
}

/** @returns undefined when there is a snapshot of less than a minute ago */
async function record(
  { messages }: Context,
  archive: Archive,
  listed: Listed,
  client: Client,
  stamp: Stamp,
): Promise<TakenSnapshot | undefined> {
  const { hasRecent, recordSnapshot } = await import("../../archive/sync/snapshot.js");
  assertBelieved(client);
  if (!(await hasRecent(archive, listed.portfolioId, client.serviceNow()))) {
    return recordSnapshot(archive, listed, stamp);
  }
  messages.note("RECENT_SNAPSHOT", "the archive has a snapshot of less than a minute ago");
  return undefined;
}

/** Records what the public listing says of the markets; its failure is reported with -v only. */
async function recordNames(
  { context, client }: Round,
  archive: Archive,
  { markets, listedMarkets }: RoundPlan,
  stamp: Stamp,
): Promise<void> {
  const names = await import("../../archive/sync/sync-markets.js");
  const known = await names.knownMarkets(archive);
  let found = listedMarkets;
  if (found.length === 0 && markets.some((id) => !known.has(id))) {
    try {
      const all = await listMarkets(context, client);
      found = all.filter(({ marketId }) => markets.includes(marketId));
    } catch (error) {
      context.io.signal.throwIfAborted();
      const { message } = context.failureOf(error);
      context.messages.detail(`the public listing of markets was not recorded: ${message}`);
    }
  }
  await names.recordMarkets(archive, found, known, stamp);
}

/** Returns the records of the public listing that name their market. */
async function listMarkets({ io }: Context, client: Client): Promise<MarketRecord[]> {
  const listing = await client.funding.markets({ signal: io.signal }).withSource();
  const items: readonly Item<unknown>[] = listing.kind === "list" ? listing.items : [];
  return items.flatMap((record) => {
    const { id } = listedMarket(record.value);
    return id === undefined ? [] : [{ marketId: id, record }];
  });
}
