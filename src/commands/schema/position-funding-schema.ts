import { FUNDING_LISTS } from "../../analytics/funding-lists.js";
import { measureSchema } from "./figure-schema.js";

const USD = (description: string) => ({ type: ["number", "null"], description }) as const;
const TEXT = (description: string) => ({ type: "string", description }) as const;

const LEG = {
  leg_id: TEXT("Leg identifier (uuid)."),
  side: { type: "string", enum: ["long", "short"], description: "Side of the leg." },
  exchange: TEXT("Exchange of the leg."),
  symbol: TEXT("Symbol of the market."),
  market_id: { type: ["integer", "null"], description: "Market identifier." },
} as const;

/** JSON Schemas of where the sizes of a leg come from. */
export const SIZE_SCHEMAS = {
  sizes: {
    type: "string",
    enum: ["recorded", "now"],
    description: "Whether events count at the sizes of snapshots, or at the quantity of now.",
  },
  recorded_since: TEXT("Time of the first of these snapshots (ISO 8601)."),
  events_without_size: {
    type: "integer",
    minimum: 0,
    description: "Events between two snapshots with different sizes, which are not counted.",
  },
  legs_alike: {
    type: "boolean",
    description: "Whether the archive cannot tell the leg from another one of the position.",
  },
} as const;

const OF_LEG = {
  type: "object",
  required: ["side", "exchange", "symbol", "market_id", "quantity", "funding"],
  properties: {
    ...LEG,
    quantity: { type: "number", description: "Quantity as sent." },
    funding: measureSchema("Settled funding of the leg, USD; null if unknown."),
    unknown: {
      type: "string",
      enum: [
        ...["market_unknown", "size_unknown", "legs_alike", "closing_unknown"],
        ...["quantity_negative", "funding_unknown"],
      ],
      description: "Why the funding is unknown.",
    },
    ...SIZE_SCHEMAS,
  },
} as const;

const OF_DAY = {
  type: "object",
  required: ["day", "long", "short", "funding", "cumulative", "counted", "of"],
  properties: {
    day: TEXT("UTC day; what settles at 00:00 belongs to the day before."),
    long: USD("Funding of the long legs, USD."),
    short: USD("Funding of the short legs, USD."),
    funding: USD("Funding of the day, USD; null without a known event."),
    cumulative: USD("Sum of the days up to this one, USD."),
    counted: { type: "integer", minimum: 0, description: "Events with a rate and a mark price." },
    of: { type: "integer", minimum: 0, description: "Events of the day." },
  },
} as const;

const OF_EVENT = {
  type: "object",
  required: [
    ...["funding_time", "funding_rate", "mark_price", "quantity", "funding", "cumulative"],
  ],
  properties: {
    funding_time: TEXT("Time of the settlement (ISO 8601)."),
    ...LEG,
    funding_rate: { type: ["string", "null"], description: "Rate as sent, a decimal fraction." },
    mark_price: { type: ["string", "null"], description: "Mark price at the settlement." },
    quantity: {
      type: ["number", "null"],
      description: "Quantity at which it counts; null if it changed between two snapshots.",
    },
    funding: USD("What the leg was paid, USD; null without a rate or a mark price."),
    cumulative: USD("Sum of the events up to this one, USD; null where funding is."),
  },
} as const;

/** JSON Schema of `positions funding -o json`. */
export const POSITION_FUNDING_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "position-funding",
  type: "object",
  required: ["inputs", "rows", "totals"],
  properties: {
    inputs: {
      type: "object",
      required: ["position_id", "by", "start", "end"],
      properties: {
        position_id: TEXT("Position identifier (uuid)."),
        by: { type: "string", enum: FUNDING_LISTS, description: "What a row is." },
        start: TEXT("Start of the range (ISO 8601), exclusive."),
        end: TEXT("End of the range (ISO 8601), inclusive."),
      },
    },
    rows: {
      type: "array",
      description: "One item per leg, day or event (--by).",
      items: { anyOf: [OF_LEG, OF_DAY, OF_EVENT] },
    },
    totals: {
      type: "object",
      required: ["funding", "legs"],
      properties: {
        funding: measureSchema("Sum of the legs, USD; null if one of them is unknown."),
        legs: { type: "array", description: "Sums of each leg.", items: OF_LEG },
      },
    },
  },
} as const;
