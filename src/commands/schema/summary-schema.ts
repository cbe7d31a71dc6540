import { GROUPINGS } from "../../analytics/groupings.js";
import { RESULTS } from "../../analytics/results.js";
import { FIGURE_SCHEMAS, measureSchema } from "./figure-schema.js";

/** JSON Schema of an item of `positions summary -o json`. */
export const SUMMARY_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "summary",
  type: "object",
  required: [
    ...["by", "group", "positions", "open", "closed", "legs_unchecked"],
    ...Object.keys(FIGURE_SCHEMAS),
    ...RESULTS,
  ],
  properties: {
    by: { type: "string", enum: GROUPINGS, description: "Grouping of the positions." },
    group: {
      type: "string",
      description:
        "The asset, the status, the exchanges of the long and the short legs, such as binance/bybit+okx, the UTC month of closing or `open`, or an age.",
    },
    positions: { type: "integer", minimum: 1, description: "Number of positions." },
    open: { type: "integer", minimum: 0, description: "Number of open positions." },
    closed: { type: "integer", minimum: 0, description: "Number of closed positions." },
    legs_unchecked: {
      type: "integer",
      minimum: 0,
      description: "Number of positions of which a leg may be closed; they count as listed.",
    },
    ...FIGURE_SCHEMAS,
    win_rate: measureSchema("Share of the closed positions with a net PnL above zero, percent."),
    mean_days_held: measureSchema("Mean of the days that closed positions were held."),
    net_per_1000_a_day: measureSchema(
      "Net PnL of closed positions per day and 1,000 USD of their capital, USD.",
    ),
  },
} as const;
