import { measureSchema } from "./figure-schema.js";

/** JSON Schema of a time. */
export const TIME = { type: "string", format: "date-time" } as const;

/** JSON Schemas of the figures between two moments. */
export const PNL_FIGURE_SCHEMAS = {
  funding_pnl: measureSchema("Change of the funding PnL, USD."),
  spread_realized: measureSchema("Change of the realized price PnL, USD."),
  spread_unrealized: measureSchema("Change of the unrealized price PnL, USD."),
  fees_paid: measureSchema("Change of the fees paid, USD."),
  fees_estimated_exit: measureSchema("Change of the estimated exit fees, USD."),
  net_pnl: measureSchema(
    "Change of the net PnL, USD: funding + realized + unrealized - fees paid - exit fees + residual.",
  ),
  residual: measureSchema("What the parts do not explain of it, USD."),
} as const;

/** JSON Schemas of the figures of several positions between two moments. */
export const PNL_SCHEMAS = {
  ...PNL_FIGURE_SCHEMAS,
  return_on_notional: measureSchema(
    "Net PnL in percent of the notional of the larger sides at the beginning.",
  ),
} as const;

/** JSON Schema of positions that are in no sum, or count otherwise than from one end to the other. */
export const ASIDES_SCHEMA = {
  type: "array",
  description: "Positions that are in no sum, or count otherwise than from the beginning.",
  items: {
    type: "object",
    required: ["code", "position_id", "asset", "since"],
    properties: {
      code: {
        type: "string",
        enum: [
          ...["net_unknown", "net_known_again", "first_seen", "first_known"],
          ...["vanished", "returned"],
        ],
        description: 'Why: docs/analytics.md, "Between two moments".',
      },
      position_id: { type: "string", description: "Position identifier (uuid)." },
      asset: { type: "string", description: "Asset symbol." },
      since: { ...TIME, description: "Since when (ISO 8601)." },
    },
  },
} as const;
