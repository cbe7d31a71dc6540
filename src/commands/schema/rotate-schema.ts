import { measureSchema } from "./figure-schema.js";
import { listedMarketSchema } from "./rank-schema.js";

const COUNT = (description: string) => ({ type: "integer", minimum: 0, description }) as const;
const OR_NULL = (type: string, description: string) =>
  ({ type: [type, "null"], description }) as const;
const TEXT = (description: string) => ({ type: "string", description }) as const;

const INPUTS = {
  position_id: TEXT("Position identifier (uuid)."),
  fee: TEXT("Fee of a fill, as it was typed."),
  top: OR_NULL("integer", "Number of rows; null without --top."),
  service_time: TEXT("Time of the service (ISO 8601)."),
} as const;

const HELD = {
  asset: TEXT("Asset symbol."),
  long: OR_NULL("string", "Exchanges of the long legs, joined by +."),
  short: OR_NULL("string", "Exchanges of the short legs, joined by +."),
  long_quantity: OR_NULL("number", "Quantity held long, in the smallest contract."),
  short_quantity: OR_NULL("number", "Quantity held short, in the smallest contract."),
  legs_checked: {
    type: "boolean",
    description: "False if a leg may be closed and the full position could not be fetched.",
  },
  run: measureSchema("What is held was paid a day over 7 days, USD; the same as in each row."),
  unknown: {
    type: "array",
    description: "Held legs for which run is not known, so that no pair is judged; else empty.",
    items: {
      type: "object",
      required: ["side", "exchange", "market_id", "why"],
      properties: {
        side: { type: "string", enum: ["long", "short"], description: "Side." },
        exchange: TEXT("Exchange."),
        market_id: { type: "integer", minimum: 1, description: "Market identifier." },
        why: {
          type: "string",
          enum: ["no_history", "too_few_events", "conflicting", "uncovered"],
          description: "Why it is not known.",
        },
        counted: COUNT("Events of the 7 days with a rate and a mark price."),
        of: COUNT("Events of the 7 days."),
      },
    },
  },
} as const;

const ROW = {
  long: listedMarketSchema("Market of the long side."),
  short: listedMarketSchema("Market of the short side."),
  keeps: {
    type: "array",
    description: "Sides of which nothing has to be traded.",
    items: { type: "string", enum: ["long", "short"], description: "Side." },
  },
  run: measureSchema("What the pair was paid a day over 7 days, USD."),
  held: measureSchema("The same of what is held, over the same periods, USD."),
  gain: measureSchema("run minus held, USD a day."),
  cost: measureSchema("Fees of entering and leaving what is not held yet, USD."),
  pays_back: measureSchema("Days until the gain has paid the cost; null if it never does."),
  never: { type: "boolean", description: "Whether the gain is not above zero." },
} as const;

const NOT_OFFERED = {
  uncovered: COUNT("Pairs of which less than 95 % of 7 days are covered."),
  other_unit: COUNT("Pairs whose prices are not of the same unit."),
  conflicting: COUNT("Pairs of markets whose events conflict."),
  markets: {
    type: "array",
    description: "Markets that are in no pair.",
    items: {
      type: "object",
      required: ["market_id", "why"],
      properties: {
        market_id: { type: "integer", minimum: 1, description: "Market identifier." },
        why: {
          type: "string",
          enum: [
            ...["no_history", "too_few_events", "no_mark"],
            ...["conflicting", "uncovered", "held_uncovered"],
          ],
          description: "What is missing.",
        },
      },
    },
  },
} as const;

/** JSON Schema of what `positions rotate -o json` prints. */
export const ROTATE_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "rotate",
  type: "object",
  required: ["inputs", "held", "rows", "totals", "not_known"],
  properties: {
    inputs: { type: "object", required: Object.keys(INPUTS), properties: INPUTS },
    held: { type: "object", required: Object.keys(HELD), properties: HELD },
    rows: {
      type: "array",
      description: "The largest gain first.",
      items: { type: "object", required: Object.keys(ROW), properties: ROW },
    },
    totals: {
      type: "object",
      required: ["rows", "offered", "not_offered"],
      properties: {
        rows: COUNT("Number of rows."),
        offered: COUNT("Number of pairs that are offered."),
        not_offered: {
          type: "object",
          required: Object.keys(NOT_OFFERED),
          properties: NOT_OFFERED,
        },
      },
    },
    not_known: {
      type: "array",
      description: "What the figures leave out.",
      items: { type: "string", description: "In words." },
    },
  },
} as const;
