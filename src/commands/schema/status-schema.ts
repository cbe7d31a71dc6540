import { REASON_CODES, UNKNOWN_CODES } from "../../base/reason-codes.js";
import { LIMITS } from "../../views/limit-fields.js";
import { FIGURE_SCHEMAS, FUNDING_RUN_SCHEMA, measureSchema } from "./figure-schema.js";

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

const NAMES = ["position_id", "asset", "opened_at", "net_pnl"];
const NAMED = {
  position_id: { type: "string", description: "Position identifier (uuid)." },
  asset: { type: "string", description: "Asset symbol." },
  opened_at: { type: "string", description: "Time it was opened (ISO 8601)." },
  net_pnl: { type: ["number", "null"], description: "Net PnL, USD." },
};
/** JSON Schema of what `status -o json` prints. */
export const STATUS_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "status",
  type: "object",
  required: [
    "as_of",
    "service_time",
    "inputs",
    "imbalance_limit",
    "open_positions",
    "totals",
    "not_in_net_pnl",
    "attention",
    "not_judged",
    "fees_not_earned",
    "without_leverage",
    "ignored",
  ],
  properties: {
    as_of: {
      type: "string",
      description: "Time at which the oldest performance was calculated (ISO 8601).",
    },
    service_time: { type: "string", description: "Time of the service (ISO 8601)." },
    inputs: {
      type: "object",
      description: "The limits in effect, as accepted by the options.",
      required: LIMITS.map(({ name }) => name),
      properties: {
        ...Object.fromEntries(LIMITS.map(({ name, schema }) => [name, schema])),
        new: { const: true, description: "--new: reasons that were reported before are left out." },
      },
    },
    imbalance_limit: {
      type: "number",
      description: "Maximum difference between long and short, percent: --imbalance.",
    },
    open_positions: { type: "integer", minimum: 0, description: "Number of open positions." },
    totals: {
      type: "object",
      description: "Totals of the open positions.",
      required: [...Object.keys(FIGURE_SCHEMAS), "funding_run"],
      properties: { ...FIGURE_SCHEMAS, funding_run: FUNDING_RUN_SCHEMA },
    },
    not_in_net_pnl: {
      type: "array",
      description: "Positions excluded from the sums of the net PnL, with their known figures.",
      items: {
        type: "object",
        required: ["position_id", "asset", "funding_pnl", "fees", "reason"],
        properties: {
          position_id: { type: "string", description: "Position identifier (uuid)." },
          asset: { type: "string", description: "Asset symbol." },
          funding_pnl: { type: ["number", "null"], description: "Funding PnL, USD." },
          fees: {
            type: ["number", "null"],
            description: "Fees paid and estimated exit fees, USD.",
          },
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
      description: "Positions that need attention, worst first.",
      items: concern(REASON_CODES),
    },
    not_judged: {
      type: "array",
      description: "Positions that could not be judged in full; they may also be in attention.",
      items: concern(UNKNOWN_CODES),
    },
    fees_not_earned: {
      type: "array",
      description: "Positions with a loss due to fees only, which funding is earning.",
      items: {
        type: "object",
        required: [...NAMES, "days"],
        properties: {
          ...NAMED,
          days: measureSchema("Days until the fees are earned at the funding of the last 7 days."),
        },
      },
    },
    without_leverage: {
      type: "integer",
      minimum: 0,
      description: "Number of positions with a leg without leverage, whose margin is not judged.",
    },
    ignored: {
      type: "integer",
      minimum: 0,
      description: "Number of reasons excluded by --ignore.",
    },
  },
} as const;

function concern(codes: readonly string[]) {
  return {
    type: "object",
    required: [...NAMES, "reasons"],
    properties: {
      ...NAMED,
      reasons: {
        type: "array",
        minItems: 1,
        description: "Reasons, most serious first.",
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
      code: { type: "string", enum: codes, description: "Rule in docs/analytics.md." },
      text: { type: "string", description: "The reason in words." },
      away: {
        type: "number",
        description: "margin_thin: price move until the initial margin is lost, percent.",
      },
      amount: { type: "number", description: "losing: funding and price PnL, USD." },
      per_day: {
        type: "number",
        description: "fees_unearned: funding per day over 7 days, USD.",
      },
      age_seconds: {
        type: "integer",
        description: "performance_stale, mark_stale: age; negative if it is in the future.",
      },
      next: { type: "string", description: "not_settled: time of the next settlement (ISO 8601)." },
      funding_run: measureSchema("paying, funding_unknown: the funding judged."),
      imbalance: { type: "number", description: "unbalanced: percent of the larger side." },
      net_quantity: { type: "number", description: "unbalanced: long minus short, in the asset." },
      unhedged_notional: {
        type: ["number", "null"],
        description: "unbalanced: net quantity at the mean mark of the larger side, USD.",
      },
      funding: { type: "number", description: "paying: funding of the last day, USD." },
      legs: {
        type: "array",
        description: "The legs concerned, if not all.",
        items: LEG,
      },
    },
  };
}
