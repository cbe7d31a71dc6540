import { TABLE_NAMES } from "../../archive/tables.js";
import {
  ARCHIVE,
  COUNT,
  LIST,
  PORTFOLIO_ID,
  SCHEMA,
  TEXT,
  TIME_OR_NULL,
  WHOLE,
} from "./archive-fields.js";

const JOINED = {
  files: COUNT("Files that were joined."),
  rows: COUNT("Rows in them, all versions."),
  bytes: COUNT("Size of the new file, bytes."),
} as const;

/** JSON Schema of `archive compact -o json`. */
export const ARCHIVE_COMPACT_SCHEMA = SCHEMA("archive-compact", {
  archive: ARCHIVE,
  rows: LIST(
    "Months of tables whose files were joined.",
    WHOLE({
      table: { type: "string", enum: TABLE_NAMES, description: "Name of the table." },
      month: TEXT("UTC month, YYYY-MM."),
      ...JOINED,
    }),
  ),
  totals: WHOLE(JOINED),
});

/** JSON Schema of `archive copy -o json`. */
export const ARCHIVE_COPY_SCHEMA = SCHEMA("archive-copy", {
  files: COUNT("Files that were copied."),
  bytes: COUNT("Their size, bytes."),
  present: COUNT("Files that were there already."),
  from: TEXT("The archive."),
  to: TEXT("Where it was copied to."),
});

/** JSON Schema of `archive forget -o json`. */
export const ARCHIVE_FORGET_SCHEMA = SCHEMA("archive-forget", {
  archive: ARCHIVE,
  portfolio_id: { ...PORTFOLIO_ID, type: ["string", "null"] },
  after: TIME_OR_NULL("Only rows that are dated later were taken out, unless null."),
  rows_removed: COUNT("Rows that were taken out."),
});
