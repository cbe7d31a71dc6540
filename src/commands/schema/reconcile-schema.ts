import { RECONCILED, VERDICTS } from "../../analytics/reconciled.js";
import { SIZE_SCHEMAS } from "./position-funding-schema.js";

const USD = (description: string) => ({ type: ["number", "null"], description }) as const;

const COUNT = { type: "integer", minimum: 0, description: "Number of lines." } as const;

/** JSON Schema of `positions reconcile -o json`. */
export const RECONCILE_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "reconcile",
  type: "object",
  required: ["inputs", "rows", "totals"],
  properties: {
    inputs: {
      type: "object",
      required: ["position_ids", "tolerance"],
      properties: {
        position_ids: { type: "array", items: { type: "string" } },
        tolerance: {
          type: "number",
          description: "Greatest difference that counts as equal, USD.",
        },
      },
    },
    rows: {
      type: "array",
      items: {
        type: "object",
        required: ["position_id", "asset", "what", "service", "own", "difference", "verdict"],
        properties: {
          position_id: { type: "string", description: "Position identifier (uuid)." },
          asset: { type: "string", description: "Asset symbol." },
          what: { type: "string", enum: RECONCILED, description: "What is compared." },
          leg_id: { type: "string", description: "Leg identifier (uuid), of leg_funding." },
          service: USD("Figure of the service, USD."),
          own: USD("Sum of settled events, legs or parts, USD; null if unknown."),
          difference: USD("service minus own, USD."),
          verdict: { type: "string", enum: VERDICTS, description: "Result of the comparison." },
          cause: { type: "string", description: "Why they differ, or cannot be compared." },
          ...SIZE_SCHEMAS,
        },
      },
    },
    totals: {
      type: "object",
      required: VERDICTS,
      properties: Object.fromEntries(VERDICTS.map((verdict) => [verdict, COUNT])),
    },
  },
} as const;
