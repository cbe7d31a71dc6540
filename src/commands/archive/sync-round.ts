import type { Archive } from "../../archive/archive.js";
import { createStamp, type Stamp } from "../../archive/archive.js";
import type { Span } from "../../archive/read/coverage.js";
import type { Listed, TakenSnapshot } from "../../archive/sync/snapshot.js";
import { assertBelieved } from "../../base/time/doubted-clock.js";
import type { Client } from "../../client/client.js";
import { counted } from "../../output/text/counted.js";
import type { Context } from "../../run/context.js";
import { type Failure, gravestOf } from "../../run/errors/kinds.js";
import { inParallel } from "../../run/fetch-each.js";
import { portfolioName } from "../../run/portfolios.js";
import type { NamedPortfolio } from "../../run/settings/portfolios.js";
import { type ChosenMarkets, chooseMarkets, listMarkets } from "./sync-markets.js";
import type { SyncOptions } from "./sync-options.js";

/** What a round of sync works with. */
export interface Round {
  readonly context: Context;
  readonly client: Client;
  /** The markets that were named. */
  readonly marketIds: readonly number[];
  readonly options: SyncOptions;
  /** The start that was typed, milliseconds since the epoch. */
  readonly start: number | undefined;
  /** The portfolios of which a snapshot is taken. */
  readonly portfolios: readonly NamedPortfolio[];
}

/** What a round will request. */
export interface RoundPlan {
  readonly chosen: ChosenMarkets;
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
  const { context, client, marketIds, options, portfolios } = round;
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
  const coverage = archive && (await coverageOf(archive.store));
  const usual = [...listed.flatMap((it) => [...it.openMarkets]), ...(coverage?.keys() ?? [])];
  const chosen =
    options.funding === false && options.daily !== true
      ? { ids: [], listed: [] }
      : await chooseMarkets(context, client, marketIds, options, usual);
  return { chosen, coverage: coverage ?? new Map(), listed, failures };
}

/** Asks and records. @throws {ArchiveError} {@link DoubtedClockError} or the signal's reason */
export async function runRound(round: Round, archive: Archive, plan: RoundPlan) {
  const { context, client, options } = round;
  const stamp = createStamp(archive, client);
  const failures = [...plan.failures];
  const snapshots: TakenSnapshot[] = [];
  for (const listed of plan.listed) {
    const taken = await record(context, archive, listed, client, stamp);
    if (taken !== undefined) snapshots.push(taken);
  }
  const sync = {
    archive,
    client,
    signal: context.io.signal,
    stamp,
    markets: plan.chosen.ids,
    coverage: plan.coverage,
    start: round.start,
    onAhead: (record: string) => context.doubt({ kind: "not_settled", record }),
    onProgress: (done: number) =>
      context.progress.update(`${done} of ${counted(plan.chosen.ids.length, "market")}`),
    onFailure: async (id: number, error: unknown) => {
      failures.push(await context.reportFailure(error, { id: String(id), name: `market ${id}` }));
    },
  };
  const { syncFunding } = await import("../../archive/sync/sync-funding.js");
  const rows = options.funding === false ? [] : await syncFunding(sync);
  noteClock(round, plan.chosen.ids);
  await recordNames(round, archive, plan.chosen, stamp);
  let dailyRows = 0;
  if (options.daily === true) {
    const { syncDaily } = await import("../../archive/sync/sync-daily.js");
    dailyRows = await syncDaily(sync);
  }
  return { rows, snapshots, dailyRows, failure: gravestOf(failures), now: client.serviceNow() };
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

/** Notes by which clock ranges were counted. */
function noteClock({ context, client, portfolios }: Round, markets: readonly number[]): void {
  const isAsked = markets.length > 0 || portfolios.length > 0;
  if (isAsked && !client.knowsServiceTime()) {
    context.messages.note(
      "LOCAL_CLOCK",
      "no answer had the time of the service; ranges were counted by the clock of this computer",
    );
  }
}

/** Records what the public listing says of the markets; its failure is reported with -v only. */
async function recordNames(
  { context, client }: Round,
  archive: Archive,
  { ids, listed }: ChosenMarkets,
  stamp: Stamp,
): Promise<void> {
  const names = await import("../../archive/sync/sync-markets.js");
  const known = await names.knownMarkets(archive);
  let found = listed;
  if (found.length === 0 && ids.some((id) => !known.has(id))) {
    try {
      const wanted = new Set(ids);
      const all = await listMarkets(context, client);
      found = all.filter(({ marketId }) => wanted.has(marketId));
    } catch (error) {
      context.io.signal.throwIfAborted();
      const { message } = context.failureOf(error);
      context.messages.detail(`the public listing of markets was not recorded: ${message}`);
    }
  }
  await names.recordMarkets(archive, found, known, stamp);
}
