import { openArchive } from "../../archive/archive.js";
import { UsageError } from "../../base/usage-error.js";
import { defineCommand } from "../../command/define.js";
import { printComputed } from "../../command/print-computed.js";
import { parseTime } from "../../command/times.js";
import { PLACE_OPTION, withStore } from "../../portfolio/recorded/place.js";
import { MOMENT } from "../../settings/sandbox-time.js";
import { ONE_PORTFOLIO, portfolioIdOf } from "./one-portfolio.js";
import { ARCHIVE_FORGET, forgottenView } from "./records/tidy.js";

export const archiveForget = defineCommand({
  description:
    "Take the snapshots of a portfolio, with its positions and legs, out of the archive for good; settled funding is public and stays. Or take out all that is dated after a time, as by a clock that was wrong. Copies of the archive are not touched",
  options: {
    ...PLACE_OPTION,
    portfolio: {
      kind: ONE_PORTFOLIO,
      value: "name|uuid",
      help: "the portfolio; that of the profile is not taken",
    },
    after: {
      kind: MOMENT,
      value: "time",
      help: "what is dated later (seen_at, snapshot_at), of every table without --portfolio",
    },
  },
  examples: {
    "carry archive forget --portfolio 7c9e6679-7425-40de-944b-e07fc1f90ae7":
      "take out what is private",
    "carry archive forget --portfolio 7c9e6679-7425-40de-944b-e07fc1f90ae7 --archive ./shared":
      "before an archive is given away",
    "carry archive forget --after now": "mend an archive with records of the future",
  },
  async run(context, { options }) {
    const { portfolio } = options;
    if (portfolio === undefined && options.after === undefined) {
      throw new UsageError(
        "--portfolio is missing",
        "name the portfolio to forget, or a time with --after",
      );
    }
    const after =
      options.after === undefined
        ? undefined
        : parseTime("--after", options.after, await context.now());
    const portfolioId = await portfolioIdOf(context, portfolio);
    return withStore(context, async (store) => {
      const archive = await openArchive(store);
      const { forgetRows } = await import("../../archive/tidy/forget.js");
      const removed = await forgetRows(archive, { portfolioId, after });
      const shown = { where: store.where, portfolioId, after, removed };
      await printComputed(context, {
        json: () => ARCHIVE_FORGET.json(shown),
        rows: [shown],
        view: forgottenView(shown),
      });
    });
  },
});
