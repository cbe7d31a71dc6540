import { TABLE_NAMES } from "../../archive/tables.js";
import { ARCHIVE, COUNT, LIST, MARKET_ID, SCHEMA, TEXT, TIME, WHOLE } from "./archive-fields.js";

/** JSON Schema of `archive verify -o json`. */
export const ARCHIVE_VERIFY_SCHEMA = SCHEMA("archive-verify", {
  archive: ARCHIVE,
  sound: {
    type: "boolean",
    description:
      "Whether no file is damaged and no record is missing; otherwise the exit code is 9.",
  },
  rows: LIST(
    "Tables.",
    WHOLE({
      table: { type: "string", enum: TABLE_NAMES, description: "Name of the table." },
      files: COUNT("Files that can be read."),
      rows: COUNT("Rows, all versions."),
      bytes: COUNT("Size of the files, bytes."),
    }),
  ),
  damaged: LIST(
    "Files that cannot be used.",
    WHOLE({
      file: TEXT("Name of the file, relative to the archive."),
      reason: TEXT("What is wrong with it."),
    }),
  ),
  missing: LIST("What was recorded as answered, and is not there.", TEXT("What is missing.")),
  contradictions: LIST(
    "Events with different values in one answer.",
    WHOLE({ market_id: MARKET_ID, funding_time: TIME("Time of the event.") }),
  ),
  unknown_files: LIST(
    "Files that are not carry's, and are left alone.",
    TEXT("Name of the file, relative to the archive."),
  ),
  decimals_beyond_18: COUNT("Decimals that DECIMAL(38,18) would round."),
});
