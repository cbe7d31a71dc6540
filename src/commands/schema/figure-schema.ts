/** JSON Schema of a figure that several positions come to together. */
function figureSchema(description: string) {
  return {
    type: "object",
    description: `${description} Formulas: docs/analytics.md.`,
    required: ["value", "counted"],
    properties: {
      value: {
        type: ["number", "null"],
        description: "The exact figure, with every digit; null when no position takes part.",
      },
      counted: {
        type: "integer",
        minimum: 0,
        description: "How many positions take part; the others do not tell the figure.",
      },
    },
  } as const;
}

/** JSON Schemas of the figures that `status` and `positions summary` have in common. */
export const FIGURE_SCHEMAS = {
  gross_notional: figureSchema("Sum of the legs' notionals at mark, USD."),
  net_notional: figureSchema("Notional of the long legs minus that of the short ones, USD."),
  funding_pnl: figureSchema("Funding PnL, USD."),
  fees: figureSchema("Fees paid and estimated exit fees, USD."),
  spread_pnl: figureSchema("Realized and unrealized spread PnL, USD."),
  net_pnl: figureSchema("Net PnL, USD."),
  apr: figureSchema("Annualized return of open positions, weighted by gross notional, percent."),
} as const;
