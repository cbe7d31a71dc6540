import {
  ARCHIVE,
  COUNT,
  LIST,
  MARKET_ID,
  PORTFOLIO_ID,
  SCHEMA,
  TEXT,
  TIME,
  TIME_OR_NULL,
  WHOLE,
} from "./archive-fields.js";

const HOLE = WHOLE({
  from: TIME("Beginning of the hole, inclusive."),
  to: TIME("End of the hole, exclusive."),
  lost: {
    type: "boolean",
    description:
      "Whether the service no longer keeps any of it; otherwise a sync asks for the rest.",
  },
});

const MARKET = WHOLE({
  market_id: MARKET_ID,
  name: {
    type: ["string", "null"],
    description: "Exchange and symbol; null without the listing's record.",
  },
  from: TIME_OR_NULL("Beginning of what was recorded, inclusive."),
  to: TIME_OR_NULL("End of what was recorded, exclusive."),
  events: COUNT("Events, each once."),
  holes: LIST("Ranges between those that were recorded.", HOLE),
  lost_unless_synced_by: TIME_OR_NULL("When the service forgets what follows `to`."),
  attention: {
    type: "boolean",
    description: "Whether that is within the time of --within.",
  },
});

const PORTFOLIO = WHOLE({
  portfolio_id: PORTFOLIO_ID,
  snapshots: COUNT("Number of snapshots."),
  from: TIME("Time of the first snapshot."),
  to: TIME("Time of the last snapshot."),
  days_without: COUNT("UTC days between them without a snapshot."),
});

/** JSON Schema of `archive status -o json`. */
export const ARCHIVE_STATUS_SCHEMA = SCHEMA("archive-status", {
  as_of: TIME("Time of the state."),
  archive: ARCHIVE,
  origin: TEXT("Base URL of the service whose records these are."),
  created_at: TIME("When the archive was created."),
  rows: LIST("Markets.", MARKET),
  portfolios: LIST("Portfolios with snapshots.", PORTFOLIO),
  totals: WHOLE({
    markets: COUNT("Number of markets."),
    events: COUNT("Events of all markets."),
    holes: COUNT("Holes of all markets."),
    attention: COUNT("Markets that are about to lose events."),
    files: COUNT("Number of Parquet files."),
    bytes: COUNT("Their size, bytes."),
  }),
});
