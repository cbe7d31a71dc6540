import { NOTICE_FIELDS } from "./event-schema.js";

const TIME = { type: "string", description: "ISO 8601." } as const;
const ID = { type: "string", description: "Position identifier (uuid)." } as const;
const ASSET = { type: "string", description: "Asset symbol." } as const;

/** JSON Schema of the line that the command of `--on-alert` gets on stdin. */
export const ALERT_EVENT_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "alert-event",
  type: "object",
  required: ["event", "id", "rule", "position_id", "asset", "since", "at", "title", "summary"],
  properties: {
    event: {
      enum: ["alert", "resolved", "blind", "heartbeat", "digest"],
      description:
        "alert: a problem began; resolved: it is over; blind: no round succeeded for three intervals; heartbeat: the portfolio is watched (--heartbeat); digest: more than 100 events could not be told one by one.",
    },
    id: {
      type: "string",
      description:
        "The same however often an event is delivered, and for the end of a problem that of its beginning: from rule, position and since.",
    },
    rule: {
      type: "string",
      description:
        "Reason of status, condition of --alert, name of a rule, or blind; may be empty.",
    },
    position_id: { ...ID, description: "Position identifier (uuid); empty for the portfolio." },
    asset: { ...ASSET, description: "Asset symbol; empty for the portfolio." },
    severity: { type: "string", description: "Severity of the rule, if it has one." },
    since: { ...TIME, description: "Beginning of the problem (ISO 8601)." },
    at: { ...TIME, description: "Time of the round that found the event (ISO 8601)." },
    title: { type: "string", description: "The event in a few words, without control characters." },
    summary: { type: "string", description: "What is wrong, without control characters." },
    counts: {
      type: "object",
      description: "Events that a digest stands for.",
      required: ["alert", "resolved", "blind"],
      properties: {
        alert: { type: "integer", description: "Problems that began." },
        resolved: { type: "integer", description: "Problems that are over." },
        blind: { type: "integer", description: "Times without a successful round." },
      },
    },
  },
} as const;

/** JSON Schema of the lines that `status --watch -o ndjson` prints. */
export const STATUS_EVENT_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "status-event",
  type: "object",
  required: ["event", "at"],
  properties: {
    event: {
      enum: ["started", "error", "recovered", "heartbeat", "alert", "resolved"],
      description:
        "alert, resolved: a reason for attention begins, ends; the others as in position-event.",
    },
    at: { ...TIME, description: "Time of the event (ISO 8601), by the local clock." },
    position_id: { ...ID, description: "Position identifier (uuid); empty for the portfolio." },
    asset: { ...ASSET, description: "Asset symbol; empty for the portfolio." },
    rule: {
      type: "string",
      description: "Reason of carry status, such as losing, or name of a rule of --rules.",
    },
    since: { ...TIME, description: "Beginning of the problem (ISO 8601)." },
    summary: { type: "string", description: "What is wrong." },
    ...NOTICE_FIELDS,
  },
} as const;
