import { openArchive } from "../../archive/archive.js";
import { defineCommand } from "../../command/define.js";
import { printerOf } from "../../command/print.js";
import { printComputed } from "../../command/print-computed.js";
import { PLACE_OPTION, withStore } from "../../portfolio/recorded/place.js";
import { ARCHIVE_COMPACT, compactedView } from "./records/tidy.js";

export const archiveCompact = defineCommand({
  description:
    "Join the files of each month that is over to one, so that there are few. No row is lost, older versions included, and reading and syncing go on meanwhile. Worth doing once a month where a sync runs every hour",
  options: {
    ...PLACE_OPTION,
    days: {
      kind: "flag",
      help: "also the small files of the days of this month that are over (UTC), which a sync does by itself when they are many",
    },
  },
  views: () => [compactedView()],
  examples: {
    "carry archive compact": "one file for each month and table",
    "carry archive compact --days": "also those of this month, up to yesterday",
    "carry archive compact --archive ./funding -o csv": "with a row for each of them",
  },
  async run(context, { options: { days = false } }) {
    await (await printerOf(context)).check(compactedView());
    return withStore(context, async (store) => {
      const archive = await openArchive(store);
      const { compactArchive } = await import("../../archive/tidy/compact.js");
      const rows = await compactArchive(archive, {
        now: context.io.clock.now(),
        days,
        onProgress: (month) => context.progress.update(month),
      });
      await printComputed(context, {
        json: () => ARCHIVE_COMPACT.json({ where: store.where, rows }),
        rows,
        view: compactedView(rows),
        isReport: true,
      });
    });
  },
});
