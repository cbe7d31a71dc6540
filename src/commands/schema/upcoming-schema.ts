import { countedSchema, measureSchema } from "./figure-schema.js";

const UNKNOWN = [
  ...["quantity_negative", "unreadable", "market_unknown", "funding_unknown"],
  ...["rate_unknown", "rate_old", "mark_missing"],
];
const time = (description: string) => ({ type: ["string", "null"], description });
const rate = (description: string) => ({ type: ["number", "null"], description });

const LEG = {
  position_id: { type: "string", description: "Position identifier (uuid)." },
  asset: { type: "string", description: "Asset symbol." },
  side: { type: "string", enum: ["long", "short"], description: "Side of the leg." },
  exchange: { type: "string", description: "Exchange identifier." },
  symbol: { type: "string", description: "Market symbol on the exchange." },
  market_id: { type: ["integer", "null"], description: "Market identifier." },
  legs_checked: {
    type: "boolean",
    description: "False if a leg may be closed and the full position could not be fetched.",
  },
  next: time("Next settlement after the service's time (ISO 8601); null if unknown."),
  interval_hours: { type: ["number", "null"], description: "Time between settlements, hours." },
  about: {
    type: ["boolean", "null"],
    description: "Whether the last two times between settlements differ.",
  },
  due_since: time("Oldest settlement that is due and not published (ISO 8601); null without one."),
  due: { type: ["integer", "null"], description: "Number of settlements due and not published." },
  settlements_24h: {
    type: ["integer", "null"],
    description: "Number of settlements in the next 24 hours.",
  },
  last_funding_time: time("Time of the last settled event (ISO 8601)."),
  last_rate: rate("Last settled rate, a decimal fraction of the notional."),
  pays: measureSchema("What the next settlement pays if the last rate repeats, USD."),
  least: measureSchema(
    "The least it would pay at a rate of the last 3 days, USD; counted and of are events.",
  ),
  most: measureSchema(
    "The most it would pay at a rate of the last 3 days, USD; counted and of are events.",
  ),
  pays_24h: measureSchema(
    "What the settlements of the next 24 hours pay if the last rate repeats, USD; counted is their number.",
  ),
  at_event_mark: {
    type: "boolean",
    description: "Whether the mark price is that of the last event, since the leg has none.",
  },
};

const TIME = {
  time: { type: "string", description: "Time of the settlements (ISO 8601)." },
  settlements: { type: "integer", minimum: 1, description: "Number of legs that settle." },
  positions: { type: "integer", minimum: 1, description: "Number of their positions." },
  pays: countedSchema("Sum of what they pay if the last rates repeat, USD; counted are legs."),
  least: countedSchema("Sum of the least that each would pay at its rates of 3 days, USD."),
  most: countedSchema("Sum of the most that each would pay at its rates of 3 days, USD."),
  about: { type: "boolean", description: "Whether the time is an estimate for a leg." },
  at_event_mark: {
    type: "boolean",
    description: "Whether a leg pays at the mark price of its last event, since it has none.",
  },
};

/** JSON Schema of what `positions upcoming -o json` prints. */
export const UPCOMING_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "upcoming",
  type: "object",
  required: ["inputs", "rows", "totals"],
  properties: {
    inputs: {
      type: "object",
      description: "What the figures rest on.",
      required: ["by", "stale", "service_time"],
      properties: {
        by: { type: "string", enum: ["leg", "time"], description: "--by." },
        stale: { type: "string", description: "--stale." },
        service_time: { type: "string", description: "Time of the service (ISO 8601)." },
      },
    },
    rows: {
      type: "array",
      description: "One item per held leg, or with --by time per time of the next 24 hours.",
      items: {
        anyOf: [legSchema(), { type: "object", required: Object.keys(TIME), properties: TIME }],
      },
    },
    totals: {
      type: "object",
      description: "Sums over the held legs.",
      required: ["legs", "settlements_24h", "pays_24h", "due"],
      properties: {
        legs: { type: "integer", minimum: 0, description: "Number of held legs." },
        settlements_24h: {
          type: "integer",
          minimum: 0,
          description: "Number of settlements in the next 24 hours.",
        },
        pays_24h: countedSchema(
          "What they pay if the last rates repeat, USD; counted and of are legs.",
        ),
        due: {
          type: "integer",
          minimum: 0,
          description: "Number of legs with a settlement that is due and not published.",
        },
      },
    },
  },
} as const;

function legSchema() {
  const listed = {
    type: "object",
    description: "What the public market listing says; absent if it names neither.",
    required: ["next", "rate", "as_of"],
    properties: {
      next: time("Next settlement as listed (ISO 8601)."),
      rate: rate("Next rate as listed, a decimal fraction."),
      as_of: { type: "string", description: "Time of the listing (ISO 8601)." },
    },
  };
  const unknown = {
    type: "object",
    description: "Why the payment is unknown; absent if it is known.",
    required: ["code", "text"],
    properties: {
      code: { type: "string", enum: UNKNOWN, description: "Kind of the reason." },
      text: { type: "string", description: "The reason in words." },
    },
  };
  return { type: "object", required: Object.keys(LEG), properties: { ...LEG, listed, unknown } };
}
