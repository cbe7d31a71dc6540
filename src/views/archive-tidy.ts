import type { CompactedMonth } from "../archive/tidy/compact.js";
import type { Copied } from "../archive/tidy/copy.js";
import type { Column, View } from "../output/table/column.js";
import { tableSection, textSection } from "../output/table/page.js";
import { counted } from "../output/text/counted.js";

/** What was compacted, as `-o json` prints it. */
export interface CompactedJson {
  readonly archive: string;
  readonly rows: readonly CompactedMonth[];
  readonly totals: { readonly files: number; readonly rows: number; readonly bytes: number };
}

/** What was copied, as `-o json` prints it. */
export interface CopiedJson extends Copied {
  readonly from: string;
  readonly to: string;
}

/** What was forgotten, as `-o json` prints it. */
export interface ForgottenJson {
  readonly archive: string;
  readonly portfolio_id: string | null;
  /** ISO 8601. */
  readonly after: string | null;
  readonly rows_removed: number;
}

/** Returns what was compacted for programs. */
export function compactedJson(rows: readonly CompactedMonth[], where: string): CompactedJson {
  const sum = (of: (row: CompactedMonth) => number) => rows.reduce((a, row) => a + of(row), 0);
  const totals = {
    files: sum((row) => row.files),
    rows: sum((row) => row.rows),
    bytes: sum((row) => row.bytes),
  };
  return { archive: where, rows, totals };
}

const columns: readonly Column<CompactedMonth>[] = [
  { key: "table", header: "table", kind: "text", value: (row) => row.table },
  { key: "month", header: "month", kind: "text", value: (row) => row.month },
  { key: "files", header: "files joined", kind: "integer", value: (row) => row.files },
  { key: "rows", header: "rows", kind: "integer", value: (row) => row.rows },
  { key: "bytes", header: "bytes", kind: "integer", value: (row) => row.bytes },
];

const keys = columns.map(({ key }) => key);

/** View of a compaction. */
export const compactedView: View<CompactedJson, CompactedMonth> = {
  rows: ({ rows }) => rows,
  columns,
  defaults: { table: keys, csv: keys },
  page: ({ rows }) => [
    rows.length === 0
      ? textSection("Nothing to join: each month that is over has one file.")
      : tableSection(rows, columns),
  ],
  empty: "Nothing to join.",
};

/** View of a copy. */
export const copiedView: View<CopiedJson> = sentenceView(
  ["from", "to", "files", "bytes", "present"],
  ({ files, bytes, present, to }) =>
    `Copied ${counted(files, "file")} (${bytes} bytes) to ${to}; ${present} there already.`,
);

/** View of what was forgotten. */
export const forgottenView: View<ForgottenJson> = sentenceView(
  ["archive", "portfolio_id", "after", "rows_removed"],
  ({ rows_removed: rows, portfolio_id: id, after }) => {
    const of = id === null ? "" : ` of portfolio ${id}`;
    return `Took out ${counted(rows, "row")}${of}${after === null ? "" : ` dated after ${after}`}.`;
  },
);

function sentenceView<T>(
  names: readonly (keyof T & string)[],
  sentence: (value: T) => string,
): View<T> {
  return {
    rows: (value) => [value],
    columns: names.map((key) => ({ key, header: key, kind: "any", value: (value) => value[key] })),
    defaults: { table: names, csv: names },
    page: (value) => [textSection(sentence(value))],
    empty: "",
  };
}
