import type { Format } from "./format.js";

/** Common properties of the formats of rows for programs. */
const ROWS = { isLaidOut: false, columns: "csv", jsonMessages: false } as const;

/** Common properties of the formats that print items as they were sent. */
const ITEMS = { isLaidOut: false, jsonMessages: true } as const;

/** Every output format by its name. Writers are loaded on first use. */
export const FORMATS = {
  table: {
    name: "table",
    help: `fits the terminal; columns that do not fit are left out and named. In a pipe: all columns,
          no colour; listings without totals and explanations of marks. An unknown figure is –. A listing longer
          than the terminal is shown in a pager (CARRY_PAGER).`,
    isLaidOut: true,
    columns: "table",
    jsonMessages: false,
    write: async (...args) => (await import("./table-list.js")).writeTable(...args),
  },
  json: {
    name: "json",
    help: `what the service sent, unknown fields kept; an array for a list, an object for one item.
          An array that is not closed is incomplete.`,
    ...ITEMS,
    query: "whole",
    write: async (...args) => (await import("./json.js")).writeJson(...args),
    writeOne: async (...args) => (await import("./json.js")).writeOneJson(...args),
  },
  ndjson: {
    name: "ndjson",
    help: "one object per line, written page by page.",
    ...ITEMS,
    query: "each",
    write: async (...args) => (await import("./json.js")).writeLines(...args),
  },
  csv: {
    name: "csv",
    help: `RFC 4180, raw values, positions as one row per leg. A ' is put before the sign with which a
          spreadsheet would begin a formula, also after a ; or a tab. With the setting csv excel it begins with a
          byte order mark.`,
    ...ROWS,
    write: async (...args) => (await import("./csv.js")).writeCsv(...args),
  },
  tsv: {
    name: "tsv",
    help: "the rows of csv separated by tabs, without a header line; a tab, a line break and a backslash in a text are \\t, \\n, \\\\.",
    ...ROWS,
    write: async (...args) => (await import("./csv.js")).writeTsv(...args),
  },
} as const satisfies Record<string, Format>;

export type OutputFormat = keyof typeof FORMATS;

/** The formats in the order of the table. */
export const OUTPUT_FORMATS = Object.keys(FORMATS) as readonly OutputFormat[];
