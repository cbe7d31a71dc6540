import { REASON_CODES, UNKNOWN_CODES } from "../../analytics/reason-codes.js";
import { FIGURE_SCHEMAS } from "./figure-schema.js";

const LEG = {
  type: "object",
  required: ["side", "exchange", "symbol", "market_id", "mark_price_updated_at"],
  properties: {
    side: { type: "string", enum: ["long", "short"], description: "Side of the leg." },
    exchange: { type: "string", description: "Exchange identifier." },
    symbol: { type: "string", description: "Market symbol on the exchange." },
    market_id: { type: ["integer", "null"], description: "Market identifier." },
    mark_price_updated_at: {
      type: ["string", "null"],
      description: "Time the mark price was last updated (ISO 8601).",
    },
  },
};

/** JSON Schema of what `status -o json` prints. */
export const STATUS_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "status",
  type: "object",
  required: [
    "as_of",
    "imbalance_limit",
    "open_positions",
    "totals",
    "not_in_net_pnl",
    "attention",
    "not_judged",
  ],
  properties: {
    as_of: { type: "string", description: "Time of the service (ISO 8601)." },
    imbalance_limit: {
      type: "number",
      description: "Percent by which long and short may be apart: --imbalance.",
    },
    open_positions: { type: "integer", minimum: 0, description: "How many positions are open." },
    totals: {
      type: "object",
      description: "What the open positions come to together.",
      required: Object.keys(FIGURE_SCHEMAS),
      properties: FIGURE_SCHEMAS,
    },
    not_in_net_pnl: {
      type: "array",
      description: "Positions in none of the sums of the net PnL, with what is known of them.",
      items: {
        type: "object",
        required: ["position_id", "asset", "funding_pnl", "fees", "reason"],
        properties: {
          position_id: { type: "string", description: "Position identifier (uuid)." },
          asset: { type: "string", description: "Asset symbol." },
          funding_pnl: { type: ["number", "null"], description: "Funding PnL, USD." },
          fees: { type: ["number", "null"], description: "Fees paid and to come, USD." },
          reason: {
            type: "string",
            enum: ["mark_missing", "net_pnl_missing", "performance_missing"],
            description: "Why.",
          },
        },
      },
    },
    attention: {
      type: "array",
      description: "Positions that need attention, worst first; empty when none does.",
      items: concern(REASON_CODES),
    },
    not_judged: {
      type: "array",
      description:
        "Positions of which it is not known whether they earn or pay funding; they may stand in attention too.",
      items: concern(UNKNOWN_CODES),
    },
  },
} as const;

function concern(codes: readonly string[]) {
  return {
    type: "object",
    required: ["position_id", "asset", "opened_at", "net_pnl", "reasons"],
    properties: {
      position_id: { type: "string", description: "Position identifier (uuid)." },
      asset: { type: "string", description: "Asset symbol." },
      opened_at: { type: "string", description: "Time it was opened (ISO 8601)." },
      net_pnl: { type: ["number", "null"], description: "Net PnL, USD." },
      reasons: {
        type: "array",
        minItems: 1,
        description: "Why, the gravest first.",
        items: reason(codes),
      },
    },
  };
}

function reason(codes: readonly string[]) {
  return {
    type: "object",
    required: ["code", "text"],
    properties: {
      code: { type: "string", enum: codes, description: "Which rule of docs/analytics.md." },
      text: { type: "string", description: "The reason in words." },
      imbalance: { type: "number", description: "unbalanced: percent of the larger side." },
      net_quantity: { type: "number", description: "unbalanced: long minus short, in the asset." },
      unhedged_notional: {
        type: ["number", "null"],
        description: "unbalanced: net quantity at the mean mark of the larger side, USD.",
      },
      funding: { type: "number", description: "paying: funding of the last day, USD." },
      legs: {
        type: "array",
        description: "The legs that the reason is about, where it is not about all.",
        items: LEG,
      },
    },
  };
}
