import { EXIT_CODES } from "../../command/errors/exit-codes.js";

/** JSON Schema of the object that tells an error with -o json. */
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
        code: { type: "string", description: "The service's own code, or one of carry's." },
        message: { type: "string", description: "What happened, for a person." },
        status: { type: "integer", description: "HTTP status, where there was an answer." },
        exit_code: {
          type: "integer",
          enum: Object.keys(EXIT_CODES).map(Number),
          description: "How the process ends.",
        },
        retryable: { type: "boolean", description: "Whether the same call may succeed later." },
        retry_after: { type: "integer", description: "After how many seconds, if known." },
        hint: { type: "string", description: "What to do, for a person." },
        cursor: { type: "string", description: "From which cursor a listing goes on." },
      },
    },
  },
} as const;
