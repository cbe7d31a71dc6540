import { openArchive } from "../../archive/archive.js";
import { currentRows } from "../../archive/read/current-rows.js";
import { TABLE_NAMES, TABLES } from "../../archive/tables.js";
import { UsageError } from "../../base/usage-error.js";
import { withStore } from "../../book/archive.js";
import type { Pages } from "../../output/formats/pages.js";
import { jsonOf } from "../../output/record.js";
import { defineCommand } from "../../run/define.js";
import { SINCE } from "../../run/kinds.js";
import { asItem, printerOf, printNotes } from "../../run/print.js";
import { oneOf } from "../../run/settings/kinds.js";
import { parseTime } from "../../run/times.js";
import { exportFields, exportView } from "./records/export.js";

/** Rows that are printed together. */
const PAGE = 1000;

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
  options: {
    since: {
      kind: SINCE,
      value: "time",
      help: "only what was recorded then or later (seen_at, snapshot_at), for a database that is filled again and again",
    },
  },
  examples: {
    "carry archive export funding -o csv": "every event, for a spreadsheet",
    "carry archive export funding --since 2d -o ndjson":
      "what is new or corrected since two days ago, for a database",
  },
  async run(context, { args: { table }, options: { since: typed } }) {
    const { format } = await context.outputOptions();
    if (format.isLaidOut) {
      throw new UsageError(
        "archive export prints rows for programs, and no table",
        "add -o csv, -o tsv or -o ndjson",
      );
    }
    const since =
      typed === undefined ? undefined : parseTime("--since", typed, await context.now());
    const printer = await printerOf(context);
    const fields = exportFields(table);
    const view = exportView(fields);
    await printer.check(view);
    return withStore(context, async (store) => {
      await openArchive(store);
      const pages = async function* (): Pages<Record<string, unknown>> {
        let page = [];
        for await (const row of currentRows(store, table, since)) {
          page.push(asItem(jsonOf(fields, row)));
          if (page.length < PAGE) continue;
          yield page;
          page = [];
        }
        yield page;
      };
      printNotes(context, await printer.list(pages(), view));
    });
  },
});
