import { openArchive } from "../../archive/archive.js";
import { currentRows } from "../../archive/read/current-rows.js";
import {
  type AnyRow,
  TABLE_NAMES,
  TABLES,
  type Table,
  type TableName,
} from "../../archive/tables.js";
import { UsageError } from "../../base/usage-error.js";
import { withStore } from "../../book/archive.js";
import type { Pages } from "../../output/formats/format.js";
import { type Fields, jsonOf, own } from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import { defineCommand } from "../../run/define.js";
import { SINCE } from "../../run/kinds.js";
import { asItem, printerOf, printNotes } from "../../run/print.js";
import { oneOf } from "../../run/settings/kinds.js";
import { parseTime } from "../../run/times.js";

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
    const view = viewOfRows(fields);
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

const TYPES = { integer: "integer", small: "integer", time: "moment", text: "text" } as const;

/** Returns the fields of a row of a table: times as ISO 8601, decimals as sent. */
export function exportFields(name: TableName): Fields<AnyRow> {
  const { columns }: Table = TABLES[name];
  return Object.entries(columns).map(([key, { kind, nullable, about }]) =>
    own(key, nullable ? `${TYPES[kind]}|null` : TYPES[kind], about),
  );
}

function viewOfRows(fields: Fields<AnyRow>): View<Record<string, unknown>> {
  const keys = fields.map(({ name }) => name);
  return {
    rows: (row) => [row],
    columns: fields.map(({ name: key, kind = "any" }) => {
      return { key, header: key, kind, value: (row: Record<string, unknown>) => row[key] };
    }),
    defaults: { table: keys, csv: keys },
    empty: "The table is empty.",
  };
}
