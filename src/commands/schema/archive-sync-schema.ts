import {
  ARCHIVE,
  COUNT,
  LIST,
  MARKET_ID,
  PORTFOLIO_ID,
  SCHEMA,
  TIME,
  TIME_OR_NULL,
  WHOLE,
} from "./archive-fields.js";

const DECIMAL = (description: string) => ({ type: ["string", "null"], description }) as const;

const VALUES = WHOLE({
  funding_rate: DECIMAL("Settled rate as sent, a decimal fraction of the notional."),
  mark_price: DECIMAL("Mark price at the event, as sent."),
  funding_interval: {
    type: ["integer", "null"],
    description: "Funding period; its unit is not documented.",
  },
});

const SYNCED_MARKET = WHOLE({
  market_id: MARKET_ID,
  from: TIME("Beginning of what was answered, inclusive."),
  to: TIME("End of what was answered, exclusive."),
  events: COUNT("Events in the answer."),
  added: COUNT("Events that the archive did not have."),
  corrected: COUNT("Events that the archive had with other values."),
  lost: LIST(
    "Ranges that were not recorded, and that the service no longer keeps.",
    WHOLE({
      from: TIME("Beginning of the range, inclusive."),
      to: TIME("End of the range, exclusive."),
    }),
  ),
});

const CORRECTION = WHOLE({
  market_id: MARKET_ID,
  funding_time: TIME("Time of the event."),
  before: VALUES,
  now: VALUES,
});

const SNAPSHOT = {
  ...WHOLE({
    portfolio_id: PORTFOLIO_ID,
    snapshot_at: TIME("When the positions were listed."),
    positions: COUNT("Number of positions."),
    open: COUNT("Number of open positions."),
    written: COUNT("Rows of positions written; closed ones only when something changed."),
  }),
  type: ["object", "null"],
  description: "The snapshot that was taken; null without one.",
} as const;

/** JSON Schema of `archive sync -o json`. */
export const ARCHIVE_SYNC_SCHEMA = SCHEMA("archive-sync", {
  as_of: TIME("The service's time at the end of the sync."),
  archive: ARCHIVE,
  rows: LIST("Markets that answered.", SYNCED_MARKET),
  corrections: LIST("Events whose values the service has changed.", CORRECTION),
  snapshot: SNAPSHOT,
  totals: WHOLE({
    markets: COUNT("Markets that answered."),
    events: COUNT("Events in the answers."),
    added: COUNT("Events that the archive did not have."),
    corrected: COUNT("Events that the archive had with other values."),
    lost: COUNT("Ranges that are lost for good."),
    daily_rows: COUNT("Daily aggregates written."),
  }),
});

/** JSON Schema of an item of `archive sync --dry-run -o json`. */
export const ARCHIVE_PLAN_SCHEMA = SCHEMA("archive-plan", {
  market_id: MARKET_ID,
  from: TIME("Beginning of the range that would be asked for, inclusive."),
  to: TIME("End of that range, exclusive."),
  known_until: TIME_OR_NULL("End of what the archive has; null when it has nothing."),
});
