import { type Archive, archiveToWrite, findArchive } from "../../archive/archive.js";
import { UsageError } from "../../base/usage-error.js";
import { originOfService, withStore } from "../../book/archive.js";
import { findMarkets } from "../../book/markets/find-markets.js";
import { withIdsFromStdin } from "../../book/positions/ids-from-stdin.js";
import { counted } from "../../output/text/words.js";
import type { Context } from "../../run/context.js";
import { defineCommand } from "../../run/define.js";
import type { ExitCode } from "../../run/errors/exit-codes.js";
import { exitCodeOf, gravestOf } from "../../run/errors/kinds.js";
import { CONCURRENCY } from "../../run/fetch-each.js";
import { MARKET, SINCE } from "../../run/kinds.js";
import { printComputed, printerOf, printNext } from "../../run/print.js";
import type { NamedPortfolio } from "../../run/settings/portfolios.js";
import { parseRange } from "../../run/times.js";
import { ARCHIVE_PLAN, ARCHIVE_SYNC, plannedView, syncedView } from "./sync-record.js";
import { planRound, type Round, type RoundPlan, runRound } from "./sync-round.js";

export const archiveSync = defineCommand({
  description:
    "Record what the service forgets: the settled funding of markets, which it keeps for 30 days, and a snapshot of the positions. Of each market, what the archive lacks is requested, and the last 3 days again. Nothing in the archive is ever changed: a corrected value is a new row. The files of months that are over are joined. It can be interrupted at any moment and run as often as wanted",
  args: {
    market: {
      kind: MARKET,
      many: true,
      optional: true,
      help: "the settled funding of these markets alone, which needs no key; - reads stdin (default: those of open positions and of the archive, and a snapshot of the positions)",
    },
  },
  options: {
    all: { kind: "flag", help: "the settled funding of every market of the public listing" },
    start: {
      kind: SINCE,
      value: "time",
      help: "ask from then on, whatever the archive has: 2026-01-31, 36h, 7d, 2w, ...",
    },
    dryRun: { kind: "flag", help: "show what would be requested; write nothing" },
  },
  views: () => [syncedView()],
  examples: {
    "carry archive sync": "markets of open positions and of the archive, and a snapshot",
    "carry archive sync --quiet": "for cron: prints corrections and what is lost, else nothing",
    "carry archive sync 1 4": "two markets; needs no key",
    "carry archive sync --all --dry-run": "what would be requested",
  },
  async run(context, { args, options: { all = false, start: typed, dryRun = false } }) {
    const { start } = parseRange(typed === undefined ? {} : { start: typed }, await context.now());
    const printer = await printerOf(context);
    await (dryRun ? printer.check(plannedView) : printer.check(syncedView()));
    const isFundingAlone = all || (args.market ?? []).length > 0;
    const portfolios = isFundingAlone ? [] : await portfoliosOf(context);
    const client = await context.client(portfolios.length > 1 ? CONCURRENCY : 2);
    const names = await withIdsFromStdin(context, args.market ?? [], "market");
    const { ids: named, failure } = await findMarkets(context, names);
    if (failure !== undefined) return exitCodeOf(failure);
    return sync({ context, client, named, wantsAll: all, start, portfolios }, dryRun);
  },
});

/** @throws {UsageError} when none is set; the funding of named markets needs none */
async function portfoliosOf(context: Context): Promise<readonly NamedPortfolio[]> {
  try {
    return (await context.portfolios()).list;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(error.message, `${error.hint}; or name markets: carry archive sync 1 4`);
  }
}

/** @returns the exit code of the gravest failure */
async function sync(round: Round, isDryRun: boolean): Promise<ExitCode> {
  const { context } = round;
  return withStore(context, async (store) => {
    const origin = (await originOfService(context)) ?? "";
    const found = await findArchive(store, origin); // before anything is asked
    const archive = await archiveToWrite(store, found, origin, context.io.clock.now());
    const plan = await planRound(round, found);
    if (isDryRun) return await showPlan(round, plan, store.where);
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
  const { context, client } = round;
  const { startOf } = await import("../../archive/sync/plan.js");
  const now = client.serviceNow();
  const rows = plan.markets.map((id) => {
    const covered = plan.coverage.get(id) ?? [];
    const start = startOf(covered, { now, start: round.start });
    return { market_id: id, start, end: now, known_until: covered.at(-1)?.end };
  });
  const listed = plan.listed.reduce((sum, it) => sum + it.positions.length, 0);
  const positions = plan.listed.length === 0 ? undefined : listed;
  const json = () => ARCHIVE_PLAN.json({ where, rows, positions });
  await printComputed(context, { json, rows, view: plannedView });
  if (positions !== undefined) {
    const snapshot = `a snapshot of ${counted(positions, "position")} would be taken`;
    context.messages.note("DRY_RUN", snapshot);
  }
  context.messages.note("DRY_RUN", "nothing was written (--dry-run)");
  return exitCodeOf(gravestOf(plan.failures));
}
