import { ERROR_SCHEMA } from "./message-schemas.js";
import { integer, text } from "./parts.js";

/** Requires further fields of some events. */
function having(events: readonly string[], required: readonly string[]) {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: { properties: { event: { enum: events } } }, then: { required } };
}

/** JSON Schema of the lines that `carry watch` prints where there is no terminal. */
export const WATCH_EVENT_SCHEMA = {
  type: "object",
  required: ["event", "at"],
  properties: {
    event: {
      type: "string",
      enum: ["started", "error", "recovered", "alert", "resolved"],
      description:
        "What happened. started: first line; error, recovered: a round failed, and one succeeded again; alert, resolved: a reason for attention begins, ends.",
    },
    at: text("Time of the event (ISO 8601), by the local clock."),
    position_id: text("Position identifier (uuid); empty for the portfolio."),
    asset: text("Asset symbol; empty for the portfolio."),
    rule: text("Reason of carry status, such as losing, or name of a rule of --rules."),
    since: text("Beginning of the problem (ISO 8601)."),
    summary: text("What is wrong."),
    version: text("Version of carry."),
    profile: text("Profile in use, if any."),
    portfolio: text("Portfolio identifier (uuid)."),
    filters: {
      type: "object",
      description: "Values of --asset and --exchange; absent without any.",
      additionalProperties: { type: "array", items: { type: "string" } },
    },
    interval_seconds: { type: "number", description: "Time between rounds." },
    positions: integer("Number of positions in the first round."),
    error: {
      ...ERROR_SCHEMA.properties.error,
      description: "Why the round failed: the fields of `carry schema error`.",
    },
    failures: integer("Number of rounds that failed in a row."),
    next_at: text("Time of the next round (ISO 8601); absent when the watch ends."),
    failed_at: text("Time of the first of these failures (ISO 8601)."),
  },
  allOf: [
    having(["alert", "resolved"], ["position_id", "asset", "rule", "since"]),
    having(["started"], ["version", "portfolio", "interval_seconds", "positions"]),
    having(["error"], ["error", "failures"]),
    having(["recovered"], ["failures", "failed_at"]),
  ],
} as const;
