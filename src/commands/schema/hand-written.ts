import { RULE_NAME, SCOPES, SEVERITIES } from "../../alerts/rule.js";
import type { RULE_KEYS } from "../../alerts/rules-file.js";
import { NOTICES } from "../../output/text/notices.js";
import { EXIT_CODES } from "../../run/errors/exit-codes.js";
import { ERROR_CODES } from "../../run/errors/kinds.js";

/** Returns the JSON Schema of a text. */
const text = (description: string) => ({ type: "string", description }) as const;

/** Returns the JSON Schema of a whole number. */
const integer = (description: string) => ({ type: "integer", description }) as const;

/** JSON Schema of the object printed for an error with -o json. */
export const ERROR_SCHEMA = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message", "exit_code", "retryable"],
      properties: {
        code: {
          anyOf: [{ enum: Object.keys(ERROR_CODES) }, { type: "string" }],
          description: "Code of carry, or the service's own.",
        },
        target: text("What failed, if it is one of several."),
        message: text("Message for people."),
        status: integer("HTTP status, if there was an answer."),
        exit_code: {
          type: "integer",
          enum: Object.keys(EXIT_CODES).map(Number),
          description: "Exit code of the process.",
        },
        retryable: { type: "boolean", description: "Whether the same call may succeed later." },
        retry_after: integer("Seconds to wait before that, if known."),
        hint: text("Remedy, for people."),
        stack: text("Where it was thrown, with CARRY_DEBUG=1."),
        cursor: text("Cursor from which a listing continues."),
      },
    },
  },
} as const;

const NOTICE = {
  type: "object",
  required: ["code", "message"],
  properties: {
    code: { enum: Object.keys(NOTICES), description: "Kind of the message." },
    target: text("What it is about, such as a market id."),
    message: text("Message for people."),
  },
} as const;

/** JSON Schema of a line on stderr with -o json and -o ndjson. */
export const MESSAGE_SCHEMA = {
  type: "object",
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: false,
  properties: {
    ...ERROR_SCHEMA.properties,
    warning: NOTICE,
    note: NOTICE,
    page: {
      type: "object",
      description: "Where --limit ended a listing.",
      required: ["items", "next_cursor"],
      properties: {
        items: { type: "integer", minimum: 0, description: "Number of items printed." },
        next_cursor: {
          type: ["string", "null"],
          description: "Cursor of the next item; null when the service sent none.",
        },
      },
    },
    debug: {
      type: "object",
      description: "A step of the work, with -v.",
      required: ["message"],
      properties: { message: text("Message for people.") },
    },
  },
} as const;

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

const RULE: Readonly<Record<(typeof RULE_KEYS)[number], object>> = {
  name: { ...text("Name of the rule, once in a file."), pattern: RULE_NAME.source },
  when: text(
    "What is wrong: a cause of carry status such as losing, or a JMESPath expression that is true where the rule failed. Names: carry help rules.",
  ),
  scope: {
    type: "string",
    enum: SCOPES,
    default: "position",
    description: "What it is about: each open position, or all of them together.",
  },
  severity: {
    type: "string",
    enum: SEVERITIES,
    description: "How serious it is; default: warning, and of a cause its own.",
  },
  for: {
    ...text("How long it has to hold before there is an alert, such as 30m."),
    pattern: "^\\d{1,9}(\\.\\d{1,9})?[smhdw]$",
  },
};

/** JSON Schema of a rules file. */
export const RULES_SCHEMA = {
  type: "object",
  required: ["rule"],
  additionalProperties: false,
  properties: {
    rule: {
      type: "array",
      minItems: 1,
      description: "The rules: [[rule]] tables.",
      items: {
        type: "object",
        required: ["name", "when"],
        additionalProperties: false,
        properties: RULE,
      },
    },
  },
};

const UNDOCUMENTED = "A record as the service sends it; its fields are not documented.";

/** JSON Schema of the public listings. */
export const PUBLIC_LISTING_SCHEMA = {
  type: "array",
  items: { type: "object", description: UNDOCUMENTED },
} as const;

/** JSON Schema of the list of schemas. */
export const SCHEMA_LIST_SCHEMA = {
  type: "array",
  items: {
    type: "object",
    required: ["name", "of"],
    properties: {
      name: text("Name of the schema."),
      of: text("The command whose JSON it describes."),
    },
  },
} as const;
