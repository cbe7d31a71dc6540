import { UsageError } from "../../base/usage-error.js";
import { type Format, NARROWEST_CHART } from "./format.js";

/** Common properties of the formats of rows for programs. */
const ROWS = { isLaidOut: false, columns: "csv", jsonMessages: false } as const;

/** Common properties of the formats that print items as they were sent. */
const ITEMS = { isLaidOut: false, jsonMessages: true } as const;

/** Every output format by its name. Writers are loaded on first use. */
export const FORMATS = {
  table: format({
    name: "table",
    help: `fits the terminal; columns that do not fit are left out and named. In a pipe: all columns,
          no colour; listings without totals and explanations of marks. --no-header leaves rows and nothing
          else. An unknown figure is –. A listing longer than the terminal is shown in a pager,
          unless --no-pager is given.`,
    isLaidOut: true,
    columns: "table",
    chart: {
      narrowest: NARROWEST_CHART,
      render: async (...args) => (await import("../chart/chart.js")).renderTerminalChart(...args),
    },
    jsonMessages: false,
    write: async (...args) => (await import("./table-list.js")).writeTable(...args),
  }),
  json: format({
    name: "json",
    help: `what the service sent, unknown fields kept; an array for a list, an object for one item.
          An array that is not closed is incomplete.`,
    ...ITEMS,
    query: "whole",
    write: async (...args) => (await import("./json.js")).writeJson(...args),
    writeOne: async (...args) => (await import("./json.js")).writeOneJson(...args),
  }),
  ndjson: format({
    name: "ndjson",
    help: "one object per line, written page by page.",
    ...ITEMS,
    query: "each",
    write: async (...args) => (await import("./json.js")).writeLines(...args),
  }),
  csv: format({
    name: "csv",
    help: `RFC 4180, raw values, positions as one row per leg. A ' is put before the sign with which a
          spreadsheet would begin a formula, also after a ; or a tab. --delimiter, --eol and --bom
          suit it to readers that do not follow RFC 4180.`,
    ...ROWS,
    takesDialect: true,
    write: async (...args) => (await import("./csv.js")).writeCsvList(...args),
  }),
  tsv: format({
    name: "tsv",
    help: "the rows of csv separated by tabs; a tab, a line break and a backslash in a text are \\t, \\n, \\\\.",
    ...ROWS,
    write: async (...args) => (await import("./text.js")).writeTsv(...args),
  }),
  text: format({
    name: "text",
    help: "the values of --query, or of the columns named by --columns, one per line, for xargs and read.",
    ...ROWS,
    query: "whole",
    write: async (...args) => (await import("./text.js")).writeText(...args),
    writeOne: async (...args) => (await import("./text.js")).writeOneText(...args),
    check({ columns, query }) {
      if ((columns === undefined) !== (query === undefined)) return;
      const which = columns === undefined ? "needs one of them" : "takes only one of them";
      throw new UsageError(
        `--output text prints the values of --query or of --columns, and ${which}`,
        "for example -o text --columns position_id",
      );
    },
  }),
  svg: format({
    name: "svg",
    help: `the picture of --chart, which it needs: one file for a browser or a document, light or dark as
          its reader prefers, with the figures below.`,
    isLaidOut: false,
    isOnlyChart: true,
    chart: {
      render: async (...args) => (await import("../svg/document.js")).renderSvgChart(...args),
    },
    jsonMessages: false,
    write: async (...args) => (await import("../svg/document.js")).writeEmptySvg(...args),
  }),
} as const satisfies Record<string, Format>;

export type OutputFormat = keyof typeof FORMATS;

/** The formats in the order of the table. */
export const OUTPUT_FORMATS = Object.keys(FORMATS) as readonly OutputFormat[];

function format<const F extends Format>(definition: F): F {
  return definition;
}
