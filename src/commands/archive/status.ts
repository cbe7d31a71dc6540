import { openArchive } from "../../archive/archive.js";
import { DUE_WITHIN_MS, withStore } from "../../book/archive.js";
import { RETENTION_MS } from "../../client/resources/terms.js";
import type { Context } from "../../run/context.js";
import { defineCommand } from "../../run/define.js";
import { ExitCode } from "../../run/errors/exit-codes.js";
import { printComputed, printerOf } from "../../run/print.js";
import { portfolioNames } from "../../run/settings/portfolios.js";
import { ARCHIVE_STATUS, archiveStatusView } from "./status-record.js";
import { ARCHIVE_VERIFY, isSound, verifiedView } from "./verify-record.js";

export const archiveStatus = defineCommand({
  description:
    "Show what the archive has: of each market from when to when, its events, the gaps, and by when it has to be synced before the service forgets something; of each portfolio its snapshots. Makes no request",
  options: {
    check: {
      kind: "flag",
      help: "exit with 10 if something is lost within 5 days unless it is synced; for cron jobs and scripts",
    },
    verify: {
      kind: "flag",
      excludes: ["check"],
      help: "read every file instead: the digests, whether each event and position that was answered is there, and which events contradict themselves; exit with 9 if a file is damaged or a record is missing",
    },
  },
  views: () => [archiveStatusView(), verifiedView()],
  examples: {
    "carry archive status": "what there is, and what is missing",
    "carry archive status --check -q": "for a cron job, by the exit code",
    "carry archive status --verify -o json --query damaged": "the damaged files, for a script",
  },
  async run(context, { options: { check = false, verify = false } }) {
    const printer = await printerOf(context);
    await (verify ? printer.check(verifiedView()) : printer.check(archiveStatusView()));
    return verify ? verifyFiles(context) : show(context, check);
  },
});

async function show(context: Context, isChecked: boolean): Promise<ExitCode | undefined> {
  return withStore(context, async (store) => {
    const archive = await openArchive(store);
    const now = await context.now();
    const { stateOf } = await import("../../archive/status.js");
    const state = await stateOf(archive);
    const { knownMarkets, listedIn } = await import("../../archive/sync/sync-markets.js");
    const known = await knownMarkets(archive);
    const rows = state.markets.map((market) => {
      const names = { ...listedIn(known.get(market.marketId)), marketId: market.marketId };
      const holes = market.holes.map((hole) => {
        return { ...names, ...hole, lost: hole.end <= now - RETENTION_MS };
      });
      const attention = market.lostUnlessBy - now <= DUE_WITHIN_MS;
      return { ...market, ...names, holes, attention };
    });
    const nameOf = portfolioNames(await context.sources());
    const portfolios = state.portfolios.map((it) => {
      return { ...it, portfolio: nameOf.get(it.portfolioId) ?? null, portfolio_id: it.portfolioId };
    });
    const shown = { where: store.where, identity: archive.identity, now, state, rows, portfolios };
    const json = () => ARCHIVE_STATUS.json(shown);
    await printComputed(context, { json, rows, view: archiveStatusView(shown), isReport: true });
    return isChecked && rows.some((it) => it.attention) ? ExitCode.attention : undefined;
  });
}

async function verifyFiles(context: Context): Promise<ExitCode | undefined> {
  return withStore(context, async (store) => {
    const archive = await openArchive(store);
    const { verifyArchive } = await import("../../archive/status.js");
    const shown = { ...(await verifyArchive(archive)), where: store.where };
    await printComputed(context, {
      json: () => ARCHIVE_VERIFY.json(shown),
      rows: shown.damaged,
      view: verifiedView(shown),
      isReport: true,
    });
    if (isSound(shown)) return undefined;
    context.messages.warning(
      "ARCHIVE_DAMAGED",
      "delete damaged files; `carry archive sync --start 30d` brings back what the service still has",
    );
    return ExitCode.storage;
  });
}
