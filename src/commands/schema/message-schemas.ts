import { EXIT_CODES } from "../../command/errors/exit-codes.js";
import { ERROR_CODES } from "../../command/errors/kinds.js";
import { NOTICES } from "../../output/text/notices.js";
import { integer, text } from "./parts.js";

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
