import { TABLE_NAMES } from "../../../archive/tables.js";
import type { CompactedMonth } from "../../../archive/tidy/compact.js";
import type { Copied } from "../../../archive/tidy/copy.js";
import { isoTime } from "../../../base/time/iso-time.js";
import { answer, each, type Field, group, own, plain, viewOf } from "../../../output/record.js";
import type { View } from "../../../output/table/column.js";
import { textSection } from "../../../output/table/page.js";
import { counted } from "../../../output/text/counted.js";
import { ARCHIVE, SIZE_TOTALS, tableOf } from "./fields.js";

/** What was compacted, and where. */
export interface ShownCompacted {
  readonly where: string;
  readonly rows: readonly CompactedMonth[];
}

/** What was copied. */
export interface ShownCopied extends Copied {
  readonly where: string;
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
  SIZE_TOTALS,
]);

/** View of a compaction. */
export function compactedView(rows: readonly CompactedMonth[] = []): View<CompactedMonth> {
  const none = "Nothing to join: each month that is over has one file.";
  const page = () => (rows.length === 0 ? [textSection(none)] : tableOf(MONTH, rows));
  return viewOf(MONTH, { page, empty: "Nothing to join." });
}

const COPIED: readonly Field<ShownCopied>[] = [
  ARCHIVE,
  group("inputs", "The options.", [own("to", "text", "Where it was copied to.")]),
  group("totals", "What was copied.", [
    own("files", "count", "Files that were copied.", { header: "files" }),
    own("bytes", "count", "Their size, bytes.", { header: "bytes" }),
    own("present", "count", "Files that were there already.", { header: "present" }),
  ]),
];

/** `archive copy`. */
export const ARCHIVE_COPY = answer("archive-copy", COPIED);

/** View of a copy. */
export function copiedView({ files, bytes, present, to }: ShownCopied): View<ShownCopied> {
  const text = `Copied ${counted(files, "file")} (${bytes} bytes) to ${to}; ${present} there already.`;
  return viewOf(COPIED, { page: () => [textSection(text)], empty: "" });
}

const AFTER = "Only rows that are dated later were taken out, unless null.";

const FORGOTTEN: readonly Field<ShownForgotten>[] = [
  ARCHIVE,
  group("inputs", "The options.", [
    plain("portfolio", "text|null", "Portfolio identifier (uuid).", (it) => it.portfolioId),
    own("after", "moment|null", AFTER),
  ]),
  group("totals", "What was taken out.", [
    plain("rows", "count", "Rows of all tables.", { of: (it) => it.removed, header: "rows" }),
  ]),
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
  const dated = after === undefined ? "" : ` dated after ${isoTime(after)}`;
  const text = `Took out ${counted(removed, "row")}${of}${dated}.`;
  return viewOf(FORGOTTEN, { page: () => [textSection(text)], empty: "" });
}
