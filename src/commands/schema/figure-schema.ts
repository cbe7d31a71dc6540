const UNITS = ["usd", "usd_per_day", "percent", "percent_per_year", "days", "fraction"];

/** What a figure tells besides its value, where it applies. */
const RESTS_ON = {
  unit: { type: "string", enum: UNITS, description: "What the value is counted in." },
  as_of: {
    type: "string",
    description:
      "The moment that it is true for, the oldest of its parts (ISO 8601); absent where one of them tells no time.",
  },
  counted: {
    type: "integer",
    minimum: 0,
    description: "How many positions take part; the others do not tell the figure.",
  },
  of: { type: "integer", minimum: 0, description: "Of how many." },
  covered_hours: { type: "number", description: "Hours that its data covers." },
  wanted_hours: { type: "number", description: "Hours that it is meant to cover." },
  stale: { type: "boolean", description: "Whether something that it rests on is out of date." },
  about: { type: "boolean", description: "True when it is an estimate." },
} as const;

/** JSON Schema of a figure with what it rests on. */
export function measureSchema(description: string, more: object = {}) {
  return {
    type: "object",
    description: `${description} Formulas: docs/analytics.md.`,
    required: ["value", "unit"],
    properties: {
      value: {
        type: ["number", "null"],
        description: "The exact figure, with every digit; null when it is not known.",
      },
      ...RESTS_ON,
      ...more,
    },
  };
}

const WINDOW = measureSchema("Funding settled in the window, since the opening, USD.", {
  per_day: measureSchema(
    "The same a day at the size of now, the time before the opening included.",
  ),
  younger: {
    type: "integer",
    minimum: 0,
    description: "How many of the counted positions were opened within the window.",
  },
});

/** JSON Schema of what positions are paid now, by window. */
export const FUNDING_RUN_SCHEMA = {
  type: "object",
  description: "What the open positions are paid now.",
  required: ["24h", "7d", "30d"],
  properties: { "24h": WINDOW, "7d": WINDOW, "30d": WINDOW },
};

/** JSON Schema of a figure that several positions come to together. */
function figureSchema(description: string, more: object = {}) {
  return {
    type: "object",
    description: `${description} Formulas: docs/analytics.md.`,
    required: ["value", "unit", "counted", "of"],
    properties: {
      value: {
        type: ["number", "null"],
        description: "The exact figure, with every digit; null when it is not known.",
      },
      ...RESTS_ON,
      gross_share: {
        type: "number",
        description: "Where not all take part: their share of the gross notional, percent.",
      },
      gross_share_about: {
        type: "boolean",
        description: "True when an open price stands in it for a missing mark price.",
      },
      ...more,
    },
  } as const;
}

/** JSON Schemas of the figures that `status` and `positions summary` have in common. */
export const FIGURE_SCHEMAS = {
  gross_notional: figureSchema("Sum of the held legs' notionals at mark, USD."),
  net_notional: figureSchema("Notional of the long legs minus that of the short ones, USD."),
  unhedged_notional: figureSchema("Sum of what is held on one side alone, USD, without signs."),
  funding_pnl: figureSchema("Funding PnL of the positions whose net PnL is told, USD."),
  fees: figureSchema("Fees paid and estimated exit fees of the same positions, USD."),
  fees_paid: figureSchema("Fees paid of the same positions, USD."),
  fees_estimated_exit: figureSchema("Estimated exit fees of the same positions, USD."),
  spread_pnl: figureSchema("Realized and unrealized price PnL of the same positions, USD."),
  net_pnl: figureSchema("Net PnL, USD: funding + price PnL - fees of the same positions."),
  apr: figureSchema("APR since opening, percent a year of the capital that it rests on.", {
    capital: {
      type: ["number", "null"],
      description: "Capital that it rests on, on an average day, USD.",
    },
    estimated: {
      type: "integer",
      minimum: 0,
      description: "Of how many positions that capital is estimated.",
    },
  }),
} as const;
