import { openArchive } from "../../archive/archive.js";
import { TABLE_NAMES, TABLES } from "../../archive/tables.js";
import { UsageError } from "../../base/usage-error.js";
import { defineCommand } from "../../command/define.js";
import { asItem, printerOf, printNotes } from "../../command/print.js";
import type { Pages } from "../../output/formats/pages.js";
import { jsonOf } from "../../output/record.js";
import { PLACE_OPTION, withStore } from "../../portfolio/recorded/place.js";
import { oneOf } from "../../settings/kinds.js";
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
    ...PLACE_OPTION,
    versions: { kind: "flag", help: "every row, also those that were corrected or never finished" },
  },
  examples: {
    "carry archive export funding -o csv": "every event, for a spreadsheet",
    "carry archive export funding --versions -o ndjson": "with what was corrected",
  },
  async run(context, { args: { table }, options: { versions = false } }) {
    const { format } = await context.outputOptions();
    if (format.isLaidOut) {
      throw new UsageError(
        "archive export prints rows for programs, and no table",
        "add -o csv, -o tsv or -o ndjson",
      );
    }
    const printer = await printerOf(context);
    const fields = exportFields(table);
    const view = exportView(fields);
    await printer.check(view);
    return withStore(context, async (store) => {
      await openArchive(store);
      const { allRows, currentRows } = await import("../../archive/read/current-rows.js");
      const rows = versions ? allRows(store, table) : currentRows(store, table);
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
    });
  },
});
