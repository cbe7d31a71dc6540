import { ERROR_CODES } from "../../command/errors/codes.js";
import { EXIT_CODES } from "../../command/errors/exit-codes.js";

/** JSON Schema of the object printed for an error with -o json. */
export const ERROR_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "error",
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
        target: { type: "string", description: "What failed, if it is one of several." },
        message: { type: "string", description: "Message for people." },
        status: { type: "integer", description: "HTTP status, if there was an answer." },
        exit_code: {
          type: "integer",
          enum: Object.keys(EXIT_CODES).map(Number),
          description: "Exit code of the process.",
        },
        retryable: { type: "boolean", description: "Whether the same call may succeed later." },
        retry_after: { type: "integer", description: "Seconds to wait before that, if known." },
        hint: { type: "string", description: "Remedy, for people." },
        stack: { type: "string", description: "Where it was thrown, with CARRY_DEBUG=1." },
        cursor: { type: "string", description: "Cursor from which a listing continues." },
      },
    },
  },
} as const;
