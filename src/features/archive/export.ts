import { openArchive } from "../../archive/archive.js";
import { columnFor, type WantedRows } from "../../archive/read/wanted-rows.js";
import { TABLE_NAMES, TABLES, type TableName } from "../../archive/tables.js";
import { isoTime } from "../../base/time/iso-time.js";
import { UsageError } from "../../base/usage-error.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import { SINCE } from "../../command/kinds.js";
import type { OptionsData, OptionsOf } from "../../command/option.js";
import { asItem, printerOf, printNotes } from "../../command/print.js";
import { parseRange, parseTime, rangeOptions } from "../../command/times.js";
import type { Pages } from "../../output/formats/pages.js";
import { jsonOf } from "../../output/record.js";
import { parseAsOf } from "../../portfolio/funding/archive-wish.js";
import { PLACE_OPTION, withStore } from "../../portfolio/recorded/place.js";
import { oneOf, wholeNumber } from "../../settings/kinds.js";
import { ONE_PORTFOLIO, portfolioIdOf } from "./one-portfolio.js";
import { exportFields, exportView } from "./records/export.js";

/** Rows that are printed together. */
const PAGE = 1000;

const EXPORT_OPTIONS = {
  ...PLACE_OPTION,
  versions: { kind: "flag", help: "every row, also those that were corrected or never finished" },
  ...rangeOptions(" (by funding_time, day, range_end or snapshot_at)"),
  market: { kind: wholeNumber(1), value: "id", help: "only this market" },
  portfolio: {
    kind: ONE_PORTFOLIO,
    value: "name|uuid",
    help: "only this portfolio; that of the profile is not taken",
  },
  asOf: {
    kind: SINCE,
    value: "time",
    help: "what the archive had recorded by then, before later corrections",
  },
  seenAfter: {
    kind: SINCE,
    value: "time",
    excludes: ["asOf"],
    help: "only what was recorded after that; stderr ends with the time for the next export, which loses nothing to a sync that runs meanwhile. The first one has 1970-01-01",
  },
} as const satisfies OptionsData;

export const archiveExport = defineCommand({
  description:
    "Print a table of the archive, for any database or spreadsheet: the rows that count, each once. Decimals are printed as the service sent them",
  args: {
    table: {
      kind: {
        ...oneOf(TABLE_NAMES),
        choices: TABLE_NAMES.map((value) => ({ value, description: TABLES[value].about })),
      },
      help: `one of ${TABLE_NAMES.join(", ")}`,
    },
  },
  options: EXPORT_OPTIONS,
  examples: {
    "carry archive export funding -o csv": "every event, for a spreadsheet",
    "carry archive export funding --versions -o ndjson": "with what was corrected",
    "carry archive export funding --seen-after 2026-05-30 -o ndjson":
      "what is new or corrected since then, for a database that is filled again and again",
  },
  async run(context, { args: { table }, options }) {
    const { format } = await context.outputOptions();
    if (format.isLaidOut) {
      throw new UsageError(
        "archive export prints rows for programs, and no table",
        "add -o csv, -o tsv or -o ndjson",
      );
    }
    const wanted = await wantedOf(context, table, options);
    const printer = await printerOf(context);
    const fields = exportFields(table);
    const view = exportView(fields);
    await printer.check(view);
    return withStore(context, async (store) => {
      await openArchive(store);
      const { wantedRows } = await import("../../archive/read/wanted-rows.js");
      const { nextSeenAfter } = await import("../../archive/read/next-seen-after.js");
      const { seenAfter } = wanted;
      const next =
        seenAfter === undefined
          ? undefined
          : isoTime(await nextSeenAfter(store, TABLES[table], seenAfter));
      const rows = wantedRows(store, table, wanted);
      const pages = async function* (): Pages<Record<string, unknown>> {
        let page = [];
        for await (const row of rows) {
          page.push(asItem(jsonOf(fields, row)));
          if (page.length < PAGE) continue;
          yield page;
          page = [];
        }
        yield page;
      };
      printNotes(context, await printer.list(pages(), view));
      if (next !== undefined) {
        context.messages.page({ next_seen_after: next }, `go on with --seen-after ${next}`);
      }
    });
  },
});

/** @throws {UsageError} for a limit that the table has no column for, or that cannot be read */
async function wantedOf(
  context: Context,
  name: TableName,
  options: OptionsOf<typeof EXPORT_OPTIONS>,
): Promise<WantedRows> {
  const now = await context.now();
  for (const limit of ["start", "end", "market", "portfolio"] as const) {
    if (options[limit] === undefined || columnFor(TABLES[name], limit) !== undefined) continue;
    throw new UsageError(`--${limit}: ${name} has no column for it`);
  }
  const { seenAfter } = options;
  return {
    ...parseRange(options, now),
    versions: options.versions,
    seenAfter: seenAfter === undefined ? undefined : parseTime("--seen-after", seenAfter, now),
    asOf: parseAsOf(options.asOf, now),
    market: options.market,
    portfolio: await portfolioIdOf(context, options.portfolio),
  };
}
