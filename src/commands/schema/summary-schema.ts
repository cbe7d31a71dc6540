import { GROUPINGS } from "../../analytics/portfolio/groupings.js";
import { RESULTS } from "../../analytics/portfolio/result-names.js";
import { countedSchema, FIGURE_SCHEMAS, measureSchema } from "./figure-schema.js";

const UNCHECKED = {
  type: "integer",
  minimum: 0,
  description: "Number of positions of which a leg may be closed; they count as listed.",
} as const;

const POSITIONS = { type: "integer", minimum: 1, description: "Number of positions." } as const;

/** A group of whole positions. */
const GROUP = {
  type: "object",
  required: [
    ...["by", "group", "positions", "open", "closed", "legs_unchecked"],
    ...Object.keys(FIGURE_SCHEMAS),
    ...RESULTS,
  ],
  properties: {
    by: {
      type: "string",
      enum: GROUPINGS.filter((by) => by !== "exchange"),
      description: "Grouping of the positions.",
    },
    group: {
      type: "string",
      description:
        "The asset, the status, the exchanges of the long and the short legs, such as binance/bybit+okx, the UTC month of closing or `open`, or an age.",
    },
    positions: POSITIONS,
    open: { type: "integer", minimum: 0, description: "Number of open positions." },
    closed: { type: "integer", minimum: 0, description: "Number of closed positions." },
    legs_unchecked: UNCHECKED,
    ...FIGURE_SCHEMAS,
    win_rate: measureSchema("Share of the closed positions with a net PnL above zero, percent."),
    mean_days_held: measureSchema("Mean of the days that closed positions were held."),
    net_per_1000_a_day: measureSchema(
      "Net PnL of closed positions per day and 1,000 USD of their capital, USD.",
    ),
  },
} as const;

const OF_LEGS = {
  long_notional: countedSchema("Notional of the held long legs, USD; counted and of are legs."),
  short_notional: countedSchema("Notional of the held short legs, USD."),
  net_notional: countedSchema("Long minus short notional, USD."),
  gross_notional: countedSchema("Notional of the held legs, USD."),
  gross_share: measureSchema("Share of the gross notional of all exchanges, percent."),
  margin: countedSchema("Initial margin at mark of the held legs: notional ÷ leverage, USD."),
  spread_pnl_unrealized: countedSchema(
    "Unrealized price PnL of the positions of which every held leg has a mark price, USD.",
  ),
  funding: measureSchema("Override, else calculated funding of all legs, USD."),
  fees_paid: measureSchema("Fees paid of all legs, USD."),
} as const;

/** The legs on an exchange. */
const EXCHANGE = {
  type: "object",
  required: [
    ...["by", "group", "positions", "legs", "held_legs", "legs_unchecked"],
    ...Object.keys(OF_LEGS),
  ],
  properties: {
    by: { type: "string", const: "exchange", description: "Grouping of the legs." },
    group: { type: "string", description: "Exchange identifier." },
    positions: { ...POSITIONS, description: "Number of positions with a leg there." },
    legs: { type: "integer", minimum: 1, description: "Number of legs, closed ones too." },
    held_legs: { type: "integer", minimum: 0, description: "Number of legs that hold something." },
    legs_unchecked: UNCHECKED,
    ...OF_LEGS,
  },
} as const;

/** JSON Schema of an item of `positions summary -o json`. */
export const SUMMARY_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "summary",
  anyOf: [GROUP, EXCHANGE],
} as const;
