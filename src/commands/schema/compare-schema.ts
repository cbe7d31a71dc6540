const DECIMAL = { type: ["string", "null"], pattern: "^-?\\d+(\\.\\d+)?$" } as const;
const COUNT = { type: "integer", minimum: 0 } as const;

/** JSON Schema of a period of `carry funding compare`. */
export const FUNDING_COMPARE_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "funding-compare",
  type: "object",
  required: [
    "time",
    "long_rate",
    "short_rate",
    "spread",
    "cumulative",
    "annualised",
    "long_events",
    "short_events",
    "complete",
  ],
  properties: {
    time: {
      type: "string",
      anyOf: [{ format: "date-time" }, { format: "date" }],
      description:
        "The date of a period that is a UTC day; else the end of the period (UTC): what settled at that time is the last in it.",
    },
    long_rate: {
      ...DECIMAL,
      description:
        "Exact sum of the long market's rates in the period, a decimal fraction; null when an event or a rate is missing.",
    },
    short_rate: {
      ...DECIMAL,
      description: "The same of the short market.",
    },
    spread: {
      ...DECIMAL,
      description: "short_rate less long_rate: what the hedge is paid; null when either is null.",
    },
    cumulative: {
      ...DECIMAL,
      description: "Exact sum of the spreads from the first period on; null where spread is.",
    },
    annualised: {
      ...DECIMAL,
      description: "Percent a year at this period's spread, 365 days, not compounded.",
    },
    long_events: { ...COUNT, description: "Settled events of the long market in the period." },
    short_events: { ...COUNT, description: "Settled events of the short market in the period." },
    complete: {
      type: "boolean",
      description: "Whether both markets have every event and every rate of the period.",
    },
  },
} as const;
