import { TABLE_NAMES } from "../../../archive/tables.js";
import type { CompactedMonth } from "../../../archive/tidy/compact.js";
import type { Copied } from "../../../archive/tidy/copy.js";
import { answer, each, type Field, group, own, plain, viewOf } from "../../../output/record.js";
import type { View } from "../../../output/table/column.js";
import { textSection } from "../../../output/table/page.js";
import { counted } from "../../../output/text/counted.js";
import { ARCHIVE, tableOf, total } from "./fields.js";

/** What was compacted, and where. */
export interface ShownCompacted {
  readonly where: string;
  readonly rows: readonly CompactedMonth[];
}

/** What was copied. */
export interface ShownCopied extends Copied {
  readonly from: string;
  readonly to: string;
}

/** What was forgotten, and where. */
export interface ShownForgotten {
  readonly where: string;
  readonly portfolioId: string | undefined;
  /** Milliseconds since the epoch. */
  readonly after: number | undefined;
  readonly removed: number;
}

const MONTH: readonly Field<CompactedMonth>[] = [
  own("table", TABLE_NAMES, "Name of the table.", { header: "table" }),
  own("month", "text", "UTC month, YYYY-MM.", { header: "month" }),
  own("files", "count", "Files that were joined.", { header: "files joined" }),
  own("rows", "count", "Rows in them, all versions.", { header: "rows" }),
  own("bytes", "count", "Size of the new file, bytes.", { header: "bytes" }),
];

/** `archive compact`. */
export const ARCHIVE_COMPACT = answer<ShownCompacted>("archive-compact", [
  ARCHIVE,
  each("rows", "Months of tables whose files were joined.", ({ rows }) => rows, MONTH),
  group("totals", "Sums over the months.", [
    total<CompactedMonth>("files", "Files that were joined.", ({ files }) => files),
    total<CompactedMonth>("rows", "Rows in them, all versions.", ({ rows }) => rows),
    total<CompactedMonth>("bytes", "Size of the new file, bytes.", ({ bytes }) => bytes),
  ]),
]);

/** View of a compaction. */
export function compactedView(rows: readonly CompactedMonth[] = []): View<CompactedMonth> {
  const none = "Nothing to join: each month that is over has one file.";
  const page = () => (rows.length === 0 ? [textSection(none)] : tableOf(MONTH, rows));
  return viewOf(MONTH, { page, empty: "Nothing to join." });
}

const COPIED: readonly Field<ShownCopied>[] = [
  own("files", "count", "Files that were copied.", { header: "files", kind: "any" }),
  own("bytes", "count", "Their size, bytes.", { header: "bytes", kind: "any" }),
  own("present", "count", "Files that were there already.", { header: "present", kind: "any" }),
  own("from", "text", "The archive.", { header: "from", kind: "any" }),
  own("to", "text", "Where it was copied to.", { header: "to", kind: "any" }),
];

/** `archive copy`. */
export const ARCHIVE_COPY = answer("archive-copy", COPIED);

/** View of a copy. */
export function copiedView({ files, bytes, present, to }: ShownCopied): View<ShownCopied> {
  const text = `Copied ${counted(files, "file")} (${bytes} bytes) to ${to}; ${present} there already.`;
  return viewOf(COPIED, { page: () => [textSection(text)], empty: "" }, ["from", "to", "*"]);
}

const AFTER = "Only rows that are dated later were taken out, unless null.";

const FORGOTTEN: readonly Field<ShownForgotten>[] = [
  {
    ...ARCHIVE,
    columns: [{ key: "archive", header: "archive", kind: "any", value: (it) => it.where }],
  },
  plain("portfolio_id", "text|null", "Portfolio identifier (uuid).", {
    of: ({ portfolioId }) => portfolioId,
    ...{ header: "portfolio_id", kind: "any" },
  }),
  plain("after", "moment|null", AFTER, {
    of: ({ after }) => after,
    ...{ header: "after", kind: "any" },
  }),
  plain("rows_removed", "count", "Rows that were taken out.", {
    of: ({ removed }) => removed,
    ...{ header: "rows_removed", kind: "any" },
  }),
];

/** `archive forget`. */
export const ARCHIVE_FORGET = answer("archive-forget", FORGOTTEN);

/** View of what was forgotten. */
export function forgottenView({
  removed,
  portfolioId,
  after,
}: ShownForgotten): View<ShownForgotten> {
  const of = portfolioId === undefined ? "" : ` of portfolio ${portfolioId}`;
  const dated = after === undefined ? "" : ` dated after ${new Date(after).toISOString()}`;
  const text = `Took out ${counted(removed, "row")}${of}${dated}.`;
  return viewOf(FORGOTTEN, { page: () => [textSection(text)], empty: "" });
}
