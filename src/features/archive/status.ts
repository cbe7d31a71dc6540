import { openArchive } from "../../archive/archive.js";
import { DAY_MS } from "../../base/time/periods.js";
import { UsageError } from "../../base/usage-error.js";
import { RETENTION_DAYS, RETENTION_MS } from "../../client/resources/resolution.js";
import { defineCommand } from "../../command/define.js";
import { ExitCode } from "../../command/errors/exit-codes.js";
import { STRETCH } from "../../command/kinds.js";
import { printerOf } from "../../command/print.js";
import { printComputed } from "../../command/print-computed.js";
import { counted } from "../../output/text/counted.js";
import { DUE_WITHIN_MS } from "../../portfolio/recorded/due.js";
import { PLACE_OPTION, withStore } from "../../portfolio/recorded/place.js";
import { portfolioNames } from "../../settings/portfolios.js";
import { ARCHIVE_STATUS, archiveStatusView } from "./records/status.js";

export const archiveStatus = defineCommand({
  description:
    "Show what the archive has: of each market from when to when, its events, the gaps, and by when it has to be synced before the service forgets something; of each portfolio its snapshots. Makes no request",
  options: {
    ...PLACE_OPTION,
    check: {
      kind: "flag",
      help: "exit with 10 if a market is about to lose events, or a portfolio lacks a recent snapshot; for cron jobs and scripts",
    },
    snapshotWithin: {
      kind: STRETCH,
      value: "duration",
      help: "how old the last snapshot of a portfolio may be for --check (default: 3d)",
    },
    within: {
      kind: STRETCH,
      value: "duration",
      help: "how long before the service forgets that --check counts (default: 5d)",
    },
  },
  views: () => [archiveStatusView()],
  examples: {
    "carry archive status": "what there is, and what is missing",
    "carry archive status --within 5d -o csv": "a row for each market",
  },
  async run(context, { options }) {
    const { check = false, within = DUE_WITHIN_MS, snapshotWithin = 3 * DAY_MS } = options;
    if (options.within !== undefined && within > RETENTION_MS) {
      throw new UsageError(
        `--within: the service keeps events for ${RETENTION_DAYS.event} days`,
        `use ${RETENTION_DAYS.event}d or less`,
      );
    }
    await (await printerOf(context)).check(archiveStatusView());
    return withStore(context, async (store) => {
      const archive = await openArchive(store);
      const now = await context.now();
      const { stateOf } = await import("../../archive/status.js");
      const state = await stateOf(archive, now);
      const { knownMarkets, listedIn } = await import("../../archive/sync/sync-markets.js");
      const known = await knownMarkets(archive);
      const rows = state.markets.map((market) => {
        const names = { ...listedIn(known.get(market.marketId)), marketId: market.marketId };
        const holes = market.holes.map((hole) => {
          return { ...names, ...hole, lost: hole.end <= now - RETENTION_MS };
        });
        return { ...market, ...names, holes, attention: market.lostUnlessBy - now <= within };
      });
      const nameOf = portfolioNames(await context.sources());
      const portfolios = state.portfolios.map((it) => {
        const { portfolioId: id } = it;
        const attention = now - it.last > snapshotWithin;
        return { ...it, portfolio: nameOf.get(id) ?? null, portfolio_id: id, attention };
      });
      const { identity } = archive;
      const where = store.where;
      const shown = { where, identity, now, within, snapshotWithin, state, rows, portfolios };
      if (state.unread.length > 0) {
        const unread = counted(state.unread.length, "portfolio");
        context.messages.note("LEFT_OUT", `the key may not read the snapshots of ${unread}`);
      }
      const view = archiveStatusView(shown);
      const json = () => ARCHIVE_STATUS.json(shown);
      await printComputed(context, { json, rows, view, isReport: true });
      const needsAttention = [...rows, ...portfolios].some(({ attention }) => attention);
      return check && needsAttention ? ExitCode.attention : undefined;
    });
  },
});
