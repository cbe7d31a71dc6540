import { openArchive } from "../../archive/archive.js";
import { UsageError } from "../../base/usage-error.js";
import { defineCommand } from "../../command/define.js";
import { printReport } from "../../command/print-report.js";
import { UUID } from "../../settings/kinds.js";
import { forgottenView } from "../../views/archive-tidy.js";
import { PLACE_OPTION, storeOfArchive } from "./place.js";

export const archiveForget = defineCommand({
  description:
    "Take the snapshots of a portfolio, with its positions and legs, out of the archive for good. Settled funding is public and stays. Copies of the archive are not touched",
  options: {
    ...PLACE_OPTION,
    portfolio: {
      kind: UUID,
      value: "uuid",
      help: "the portfolio; that of the profile is not taken",
    },
  },
  examples: [
    {
      line: "carry archive forget --portfolio 7c9e6679-7425-40de-944b-e07fc1f90ae7",
      what: "take out what is private",
    },
    {
      line: "carry archive forget --portfolio 7c9e6679-7425-40de-944b-e07fc1f90ae7 --archive ./shared",
      what: "before an archive is given away",
    },
  ],
  async run(context, { options: { portfolio } }) {
    if (portfolio === undefined) {
      throw new UsageError("--portfolio is missing", "name the portfolio to forget by its uuid");
    }
    const store = await storeOfArchive(context);
    try {
      const archive = await openArchive(store);
      const { forgetPortfolio } = await import("../../archive/tidy/forget.js");
      const rows = await forgetPortfolio(archive, portfolio);
      const report = { archive: store.where, portfolio_id: portfolio, rows_removed: rows };
      await printReport(context, report, forgottenView);
      return undefined;
    } finally {
      await store.close();
    }
  },
});
