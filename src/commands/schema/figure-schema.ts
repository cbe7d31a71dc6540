import { FIGURE_UNKNOWN } from "../../analytics/figure-unknown.js";

const UNITS = [
  "usd",
  "usd_per_day",
  "price",
  "percent",
  "percent_per_year",
  "points",
  "days",
  "fraction",
];

/** Details of a figure, if they apply. */
const RESTS_ON = {
  unit: { type: "string", enum: UNITS, description: "Unit of the value." },
  as_of: {
    type: "string",
    description:
      "Time of the value, that of its oldest part (ISO 8601); absent if a part has no time.",
  },
  counted: {
    type: "integer",
    minimum: 0,
    description: "Number of positions with the figure.",
  },
  of: { type: "integer", minimum: 0, description: "Number of positions." },
  covered_hours: { type: "number", description: "Hours covered by the data." },
  wanted_hours: { type: "number", description: "Hours to be covered." },
  unknown: {
    type: "string",
    enum: FIGURE_UNKNOWN,
    description: "Why the value is null; absent if it is known, or if no single cause is.",
  },
  stale: {
    type: "boolean",
    description: "Whether a part of it is out of date; absent if that cannot be told.",
  },
  age_unknown: {
    type: "boolean",
    description: "Whether a mark price or a performance that it rests on has no time.",
  },
  about: { type: "boolean", description: "Whether it is an estimate." },
} as const;

/** Returns the JSON Schema of a figure with its details. */
export function measureSchema(description: string, more: object = {}) {
  return {
    type: "object",
    description: `${description} Formulas: docs/analytics.md.`,
    required: ["value", "unit"],
    properties: {
      value: {
        type: ["number", "null"],
        description: "Exact value; null if unknown.",
      },
      ...RESTS_ON,
      ...more,
    },
  };
}

const WINDOW = measureSchema("Funding settled in the window since the opening, USD.", {
  per_day: measureSchema(
    "Funding per day at the current size, including the time before the opening.",
  ),
  younger: {
    type: "integer",
    minimum: 0,
    description: "Number of counted positions opened within the window.",
  },
});

/** JSON Schema of the current funding of positions, by window. */
export const FUNDING_RUN_SCHEMA = {
  type: "object",
  description: "Current funding of the open positions.",
  required: ["24h", "7d", "30d"],
  properties: { "24h": WINDOW, "7d": WINDOW, "30d": WINDOW },
};

/** Returns the JSON Schema of a sum over several positions. */
export function countedSchema(description: string, more: object = {}) {
  return {
    type: "object",
    description: `${description} Formulas: docs/analytics.md.`,
    required: ["value", "unit", "counted", "of"],
    properties: {
      value: {
        type: ["number", "null"],
        description: "Exact value; null if unknown.",
      },
      ...RESTS_ON,
      unchecked: {
        type: "integer",
        minimum: 1,
        description: "Number of the counted of which a leg may be closed and could not be checked.",
      },
      gross_share: {
        type: "number",
        description:
          "If some positions lack the figure: share of the others in the gross notional, percent.",
      },
      gross_share_about: {
        type: "boolean",
        description: "Whether an open price replaces a missing mark price.",
      },
      ...more,
    },
  } as const;
}

/** JSON Schemas of the figures of both `status` and `positions summary`. */
export const FIGURE_SCHEMAS = {
  gross_notional: countedSchema("Sum of the held legs' notionals at mark, USD."),
  net_notional: countedSchema("Notional of the long legs minus that of the short ones, USD."),
  unhedged_notional: countedSchema("Sum of the absolute values held on one side only, USD."),
  funding_pnl: countedSchema("Funding PnL of the positions with a net PnL, USD."),
  fees: countedSchema("Fees paid and estimated exit fees of the same positions, USD."),
  fees_paid: countedSchema("Fees paid of the same positions, USD."),
  fees_estimated_exit: countedSchema("Estimated exit fees of the same positions, USD."),
  spread_pnl: countedSchema("Realized and unrealized price PnL of the same positions, USD."),
  net_pnl: countedSchema("Net PnL, USD: funding + price PnL - fees of the same positions."),
  apr: countedSchema("APR since opening, percent per year of its capital.", {
    capital: {
      type: ["number", "null"],
      description: "Capital of the APR on an average day, USD.",
    },
    estimated: {
      type: "integer",
      minimum: 0,
      description: "Number of positions whose capital is estimated.",
    },
  }),
} as const;
