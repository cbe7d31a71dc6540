import { RECONCILED, VERDICTS } from "../../analytics/reconciled.js";
import { SIZE } from "../../views/position-funding-fields.js";
import { measureSchema } from "./figure-schema.js";

const USD = (description: string) => ({ type: ["number", "null"], description }) as const;

const COUNT = { type: "integer", minimum: 0, description: "Number of lines." } as const;

/** JSON Schema of `positions reconcile -o json`. */
export const RECONCILE_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "reconcile",
  type: "object",
  required: ["inputs", "rows", "totals", "capital"],
  properties: {
    inputs: {
      type: "object",
      required: ["position_ids", "tolerance"],
      properties: {
        position_ids: {
          type: "array",
          description: "Identifiers of the positions (uuid).",
          items: { type: "string" },
        },
        tolerance: {
          type: "number",
          description: "Greatest difference that counts as equal, USD.",
        },
      },
    },
    rows: {
      type: "array",
      description: "One item per figure that is compared.",
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
          events_counted: {
            type: "integer",
            minimum: 0,
            description: "Of leg_funding: number of events in the own sum.",
          },
          events_of: {
            type: "integer",
            minimum: 0,
            description: "Number of events since the opening, missing ones included.",
          },
          ...Object.fromEntries(SIZE.map(({ name, schema }) => [name, schema])),
        },
      },
    },
    totals: {
      type: "object",
      required: VERDICTS,
      properties: Object.fromEntries(VERDICTS.map((verdict) => [verdict, COUNT])),
    },
    capital: {
      type: "array",
      description: "The capital that the APR of each position implies.",
      items: {
        type: "object",
        required: ["position_id", "asset", "apr", "capital", "entry_ratio"],
        properties: {
          position_id: { type: "string", description: "Position identifier (uuid)." },
          asset: { type: "string", description: "Asset symbol." },
          apr: measureSchema("APR as sent, percent."),
          capital: measureSchema(
            "net PnL x 36500 / APR / days, USD; null without them, or where the APR is near zero or contradicts the net PnL.",
          ),
          entry_ratio: {
            type: ["number", "null"],
            description: "Capital / half the entry notional of what is held.",
          },
        },
      },
    },
  },
} as const;
