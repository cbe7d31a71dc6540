import { type Archive, archiveToWrite, findArchive } from "../../archive/archive.js";
import { UsageError } from "../../base/usage-error.js";
import { originOfService, withStore } from "../../book/archive.js";
import { findMarkets } from "../../book/markets/find-markets.js";
import { withIdsFromStdin } from "../../book/positions/ids-from-stdin.js";
import { counted } from "../../output/text/counted.js";
import type { Context } from "../../run/context.js";
import { defineCommand } from "../../run/define.js";
import type { ExitCode } from "../../run/errors/exit-codes.js";
import { exitCodeOf, gravestOf } from "../../run/errors/kinds.js";
import { CONCURRENCY } from "../../run/fetch-each.js";
import { printComputed, printerOf, printNext } from "../../run/print.js";
import type { NamedPortfolio } from "../../run/settings/portfolios.js";
import { parseRange } from "../../run/times.js";
import { ARCHIVE_PLAN, plannedView } from "./records/plan.js";
import { ARCHIVE_SYNC, syncedView } from "./records/sync.js";
import { SYNC_ARGUMENTS, SYNC_OPTIONS } from "./sync-options.js";
import { planRound, type Round, type RoundPlan, runRound } from "./sync-round.js";

export const archiveSync = defineCommand({
  description:
    "Record what the service forgets: the settled funding of markets, which it keeps for 30 days, and a snapshot of the positions. Of each market, what the archive lacks is requested, and the last 3 days again. Nothing in the archive is ever changed: a corrected value is a new row. The files of months that are over are joined. It can be interrupted at any moment and run as often as wanted",
  args: SYNC_ARGUMENTS,
  options: SYNC_OPTIONS,
  views: () => [syncedView()],
  examples: {
    "carry archive sync": "markets of open positions and of the archive, and a snapshot",
    "carry archive sync --quiet": "for cron: prints corrections and what is lost, else nothing",
    "carry archive sync 1 4 --no-positions": "two markets; needs no key",
    "carry archive sync --all --no-positions --dry-run": "what would be requested",
  },
  async run(context, { args, options }) {
    if (options.positions === false && options.funding === false && options.daily !== true) {
      throw new UsageError(
        "--no-positions and --no-funding together leave nothing to record",
        "leave out one of them",
      );
    }
    const { start } = parseRange(
      options.start === undefined ? {} : { start: options.start },
      await context.now(),
    );
    const printer = await printerOf(context);
    await (options.dryRun === true ? printer.check(plannedView) : printer.check(syncedView()));
    const wantsPositions = options.positions !== false;
    const portfolios = wantsPositions ? await portfoliosOf(context) : [];
    const client = await context.client(portfolios.length > 1 ? CONCURRENCY : 2);
    const names = await withIdsFromStdin(context, args.market ?? [], "market");
    const { ids: marketIds, failure } = await findMarkets(context, names);
    if (failure !== undefined) return exitCodeOf(failure);
    const round: Round = { context, client, marketIds, options, start, portfolios };
    return syncOnce(round);
  },
});

/** @throws {UsageError} when none is set; funding alone needs none */
async function portfoliosOf(context: Context): Promise<readonly NamedPortfolio[]> {
  try {
    return (await context.portfolios()).list;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(error.message, `${error.hint}; or record funding alone: --no-positions`);
  }
}

/** @returns the exit code of the gravest failure */
async function syncOnce(round: Round): Promise<ExitCode> {
  const { context, options } = round;
  return withStore(context, async (store) => {
    const origin = (await originOfService(context)) ?? "";
    const found = await findArchive(store, origin); // before anything is asked
    const archive = await archiveToWrite(store, found, origin, context.io.clock.now());
    const plan = await planRound(round, found);
    if (options.dryRun === true) return await showPlan(round, plan, store.where);
    const outcome = await runRound(round, archive, plan);
    const { rows, failure } = outcome;
    const snapshots = outcome.snapshots.map((it) => {
      return { ...it, ...round.portfolios.find((own) => own.portfolio_id === it.portfolio_id) };
    });
    if (rows.length > 0 || snapshots.length > 0 || failure === undefined) {
      const shown = { ...outcome, snapshots, where: store.where };
      const view = syncedView(shown, context.common.quiet);
      const json = () => ARCHIVE_SYNC.json(shown);
      await printComputed(context, { json, rows, view, isReport: true });
      if (failure === undefined && snapshots.length > 0)
        await printNext(context, [["positions", "pnl"]]);
    }
    await compact(round, archive);
    return exitCodeOf(failure);
  });
}

/** Joins the files of months that are over; a failure is reported with -v only, as all rows are recorded. */
async function compact({ context, client }: Round, archive: Archive): Promise<void> {
  const { io, messages } = context;
  try {
    const { compactArchive } = await import("../../archive/compact.js");
    const files = await compactArchive(archive, client.serviceNow());
    if (files > 0) messages.detail(`joined ${counted(files, "file")} of months that are over`);
  } catch (error) {
    io.signal.throwIfAborted();
    messages.detail(`files were not joined: ${context.failureOf(error).message}`);
  }
}

async function showPlan(round: Round, plan: RoundPlan, where: string): Promise<ExitCode> {
  const { context, client, options } = round;
  const { startOf } = await import("../../archive/sync/plan.js");
  const now = client.serviceNow();
  const { ids } = plan.chosen;
  const rows = (options.funding === false ? [] : ids).map((id) => {
    const covered = plan.coverage.get(id) ?? [];
    const start = startOf(covered, { now, start: round.start });
    return { market_id: id, start, end: now, known_until: covered.at(-1)?.end };
  });
  const positions =
    plan.listed.length === 0
      ? undefined
      : plan.listed.reduce((sum, it) => sum + it.positions.length, 0);
  const json = () => ARCHIVE_PLAN.json({ where, rows, positions });
  await printComputed(context, { json, rows, view: plannedView });
  if (options.daily === true) {
    context.messages.note(
      "DRY_RUN",
      `daily aggregates of ${counted(ids.length, "market")} would be requested`,
    );
  }
  if (positions !== undefined) {
    context.messages.note(
      "DRY_RUN",
      `a snapshot of ${counted(positions, "position")} would be taken`,
    );
  }
  context.messages.note("DRY_RUN", "nothing was written (--dry-run)");
  return exitCodeOf(gravestOf(plan.failures));
}
