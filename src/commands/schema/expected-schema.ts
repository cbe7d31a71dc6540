import { EXPECTED_UNKNOWN } from "../../analytics/expected-unknown.js";
import { measureSchema } from "./figure-schema.js";

const text = (description: string) => ({ type: "string", description }) as const;

/** JSON Schemas of the expected funding beside the realized one. */
export const EXPECTED_SCHEMAS = {
  expected_funding: measureSchema(
    "Funding that settled events explain at the recorded sizes, USD; counted and of are positions.",
  ),
  funding_difference: measureSchema(
    "Realized minus expected funding of the positions whose expected funding is known, USD.",
  ),
  expected_unknown: {
    type: "array",
    description: "Positions whose expected funding is unknown.",
    items: {
      type: "object",
      required: ["position_id", "asset", "reason"],
      properties: {
        position_id: text("Position identifier (uuid)."),
        asset: text("Asset symbol."),
        reason: {
          type: "string",
          enum: EXPECTED_UNKNOWN,
          description: 'Why: docs/analytics.md, "Expected funding".',
        },
        leg: {
          type: "object",
          description: "The leg concerned; absent for a reason of the position.",
          required: ["side", "exchange", "symbol"],
          properties: {
            side: { type: "string", enum: ["long", "short"], description: "Side of the leg." },
            exchange: text("Exchange identifier."),
            symbol: text("Market symbol on the exchange."),
          },
        },
      },
    },
  },
} as const;
