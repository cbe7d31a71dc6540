import { NOTICES } from "../../output/text/notices.js";
import { ERROR_SCHEMA } from "./error-schema.js";

const NOTICE = {
  type: "object",
  required: ["code", "message"],
  properties: {
    code: { enum: Object.keys(NOTICES), description: "Kind of the message." },
    target: { type: "string", description: "What it is about, such as a market id." },
    message: { type: "string", description: "Message for people." },
  },
} as const;

/** JSON Schema of a line on stderr with -o json, -o ndjson or --error-format json. */
export const MESSAGE_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "message",
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
      properties: { message: { type: "string", description: "Message for people." } },
    },
  },
} as const;
