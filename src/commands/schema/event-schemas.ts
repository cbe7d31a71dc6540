import { ERROR_SCHEMA } from "./message-schemas.js";
import { integer, text } from "./parts.js";

/** Requires further fields of some events. */
function having(events: readonly string[], required: readonly string[]) {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: { properties: { event: { enum: events } } }, then: { required } };
}

const OF_POSITION = ["initial", "opened", "closed", "changed", "removed", "alert", "resolved"];

const OF_WATCH = ["started", "error", "recovered", "heartbeat"];

const AT = text("Time of the event (ISO 8601), by the local clock.");

const NOTICE_FIELDS = {
  version: text("Version of carry."),
  profile: text("Profile in use, if any."),
  portfolio: text("Portfolio identifier (uuid)."),
  filters: {
    type: "object",
    description: "Values of --status, --asset and --exchange; absent without any.",
    additionalProperties: { type: "array", items: { type: "string" } },
  },
  performance: { type: "boolean", description: "Whether performance is requested." },
  interval_seconds: { type: "number", description: "Time between rounds." },
  heartbeat_seconds: { type: "number", description: "Value of --heartbeat, if given." },
  positions: integer("Number of positions in the last round."),
  error: {
    ...ERROR_SCHEMA.properties.error,
    description: "Why the round failed: the fields of `carry schema error`.",
  },
  failures: integer("Number of rounds that failed in a row."),
  next_at: text("Time of the next round (ISO 8601); absent when the watch ends."),
  failed_at: text("Time of the first of these failures (ISO 8601)."),
  round_at: text("Time of the last round that succeeded (ISO 8601)."),
} as const;

/** JSON Schema of the lines that `positions list --watch -o ndjson` prints. */
export const POSITION_EVENT_SCHEMA = {
  type: "object",
  required: ["event", "at"],
  properties: {
    event: {
      type: "string",
      enum: [...OF_WATCH, ...OF_POSITION],
      description:
        "What happened. initial: listed when the watch began (--initial); removed: no longer listed; started: first line; error, recovered: a round failed, and one succeeded again; heartbeat: nothing was printed for a while (--heartbeat).",
    },
    at: AT,
    position_id: text("Position identifier (uuid)."),
    changes: {
      type: "object",
      description: "Fields that changed since the round before, by dotted path, such as status.",
      additionalProperties: {
        type: "object",
        required: ["old", "new"],
        properties: {
          old: { description: "Value before; null if the field was absent." },
          new: { description: "Value now; null if the field is absent." },
        },
      },
    },
    expression: text("The condition of --alert; of an alert, the one that holds."),
    position: {
      type: "object",
      description: "The position as it was sent; of a removed one, as it was last sent.",
    },
    since: text("Time of the state in --state-file that the first round is compared with."),
    ...NOTICE_FIELDS,
  },
  allOf: [
    having(OF_POSITION, ["position_id", "position"]),
    having(["changed"], ["changes"]),
    having(["alert", "resolved"], ["expression"]),
    having(["started"], ["version", "portfolio", "performance", "interval_seconds", "positions"]),
    having(["error"], ["error", "failures"]),
    having(["recovered"], ["failures", "failed_at"]),
    having(["heartbeat"], ["positions", "round_at", "failures"]),
  ],
} as const;

/** JSON Schema of the lines that `status --watch -o ndjson` prints. */
export const STATUS_EVENT_SCHEMA = {
  type: "object",
  required: ["event", "at"],
  properties: {
    event: {
      enum: ["started", "error", "recovered", "heartbeat", "alert", "resolved"],
      description:
        "alert, resolved: a reason for attention begins, ends; the others as in position-event.",
    },
    at: AT,
    position_id: text("Position identifier (uuid); empty for the portfolio."),
    asset: text("Asset symbol; empty for the portfolio."),
    rule: text("Reason of carry status, such as losing, or name of a rule of --rules."),
    since: text("Beginning of the problem (ISO 8601)."),
    summary: text("What is wrong."),
    ...NOTICE_FIELDS,
  },
} as const;
