import { GROUPINGS } from "../../analytics/groupings.js";
import { FIGURE_SCHEMAS } from "./figure-schema.js";

/** JSON Schema of an item of `positions summary -o json`. */
export const SUMMARY_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "summary",
  type: "object",
  required: [
    ...["by", "group", "positions", "open", "closed", "legs_unchecked"],
    ...Object.keys(FIGURE_SCHEMAS),
  ],
  properties: {
    by: { type: "string", enum: GROUPINGS, description: "Grouping of the positions." },
    group: {
      type: "string",
      description:
        "The asset, the status, or the exchanges of the long and the short legs, such as binance/bybit+okx.",
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
  },
} as const;
