import { countedSchema, measureSchema } from "./figure-schema.js";

const UNKNOWN = [
  ...["past", "mark_missing", "mark_old", "mark_undated", "price"],
  ...["no_leverage", "quantity_negative", "unreadable"],
];
const UNHEDGED_UNKNOWN = ["quantity_negative", "unreadable", "mark_missing", "price"];
const number = (description: string) => ({ type: ["number", "null"], description });
const text = (description: string) => ({ type: "string", description });
const count = (description: string) => ({ type: "integer", minimum: 0, description });

const NAMED = {
  position_id: text("Position identifier (uuid)."),
  asset: text("Asset symbol."),
};
const LEG = {
  ...NAMED,
  side: { type: "string", enum: ["long", "short"], description: "Side of the leg." },
  exchange: text("Exchange identifier."),
  symbol: text("Market symbol on the exchange."),
  market_id: { type: ["integer", "null"], description: "Market identifier." },
  legs_checked: {
    type: "boolean",
    description: "False if a leg may be closed and the full position could not be fetched.",
  },
  quantity: { type: "number", description: "Held quantity, in the asset." },
  leverage: number("Leverage, as a multiple."),
  open_price: number("Price at which the leg was opened."),
  mark_price: number("Latest mark price."),
  mark_price_updated_at: {
    type: ["string", "null"],
    description: "Time the mark price was last updated (ISO 8601).",
  },
  notional: measureSchema("Notional at mark, USD."),
  margin: measureSchema("Initial margin at mark: notional ÷ leverage, USD."),
  gone_at: measureSchema("Price at which the initial margin is lost."),
  away: measureSchema("Price move against the leg until then, percent."),
  left: measureSchema("Part of the initial margin that is left, percent."),
  thin: {
    type: ["boolean", "null"],
    description: "Whether the margin is thin; null if it cannot be judged.",
  },
};
const UNHEDGED = {
  ...NAMED,
  unhedged: measureSchema("Net quantity at the mean mark of the larger side, USD; signed."),
  net_quantity: number("Long minus short, in the smallest contract of the asset."),
  imbalance: measureSchema("Net quantity, percent of the larger side."),
  missing_side: {
    type: ["string", "null"],
    enum: ["long", "short", null],
    description: "Side that holds nothing.",
  },
  legs_checked: LEG.legs_checked,
};
const EXCHANGE = {
  exchange: text("Exchange identifier."),
  legs: count("Number of held legs."),
  long: countedSchema("Notional of the long legs, USD; counted and of are legs."),
  short: countedSchema("Notional of the short legs, USD."),
  net: countedSchema("Long minus short notional, USD."),
  gross: countedSchema("Notional of all legs, USD."),
  share: measureSchema("Share of the gross notional of all exchanges, percent."),
  margin: countedSchema("Initial margin at mark, USD."),
  spread_pnl_unrealized: countedSchema(
    "Unrealized price PnL of the positions of which every held leg has a mark price, USD.",
  ),
};
const STRESS = {
  stress: text("The stress, as accepted by --stress."),
  kind: {
    type: "string",
    enum: ["price", "basis", "funding", "down"],
    description: "Kind of the stress.",
  },
  text: text("What it is, and what it leaves out."),
};

/** JSON Schema of what `positions risk -o json` prints. */
export const RISK_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "risk",
  type: "object",
  required: ["inputs", "rows", "unhedged", "by_exchange", "stress", "totals"],
  properties: {
    inputs: objectOf("What the figures rest on.", {
      margin: text("--margin."),
      stale: text("--stale."),
      stress: { type: "array", items: { type: "string" }, description: "--stress." },
      service_time: text("Time of the service (ISO 8601)."),
    }),
    rows: listOf("Held legs: thin margins, then unknown ones, then by distance.", LEG, {
      unknown: objectOf("Why the margin cannot be judged; absent if it can.", {
        code: { type: "string", enum: UNKNOWN, description: "Kind of the reason." },
        text: text("The reason in words."),
      }),
    }),
    unhedged: listOf(
      "Every position, the largest unhedged amount first; unknown and unchecked ones before.",
      UNHEDGED,
      {
        contracts: text("Contract multiples, if the legs have different ones."),
        unknown: objectOf("Why the amount is unknown; absent if it is not.", {
          code: { type: "string", enum: UNHEDGED_UNKNOWN, description: "Kind of the reason." },
          text: text("The reason in words."),
        }),
      },
    ),
    by_exchange: listOf("What is held on each exchange, largest first.", EXCHANGE),
    stress: listOf("The stresses.", STRESS, {
      gain: countedSchema("Gain or loss under the stress, USD."),
      unhedged_elsewhere: countedSchema(
        "down: sum of what is unhedged on the other exchanges in absolute values, USD, of the positions with a leg there.",
      ),
      held_there: countedSchema("down: gross notional held on the exchange, USD."),
    }),
    totals: objectOf("Sums over the positions.", {
      positions: count("Number of positions."),
      legs: count("Number of held legs."),
      thin: count("Number of legs with a thin margin."),
      unknown: count("Number of legs whose margin cannot be judged, without those of no leverage."),
      without_leverage: count("Number of legs without leverage."),
      gross_notional: countedSchema("Sum of the held legs' notionals at mark, USD."),
      net_notional: countedSchema("Notional of the long legs minus that of the short ones, USD."),
      unhedged_notional: countedSchema("Sum of the absolute values held on one side only, USD."),
      margin: countedSchema("Initial margin at mark, USD; counted and of are legs."),
      legs_unchecked: count(
        "Number of positions of which a leg may be closed and could not be checked.",
      ),
    }),
  },
} as const;

function objectOf(description: string, properties: object) {
  return { type: "object", description, required: Object.keys(properties), properties };
}

/** @param optional properties that may be absent */
function listOf(description: string, properties: object, optional: object = {}) {
  const items = {
    type: "object",
    required: Object.keys(properties),
    properties: { ...properties, ...optional },
  };
  return { type: "array", description, items };
}
