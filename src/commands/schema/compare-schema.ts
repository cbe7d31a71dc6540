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
      description: "Date of the UTC day; for other periods their end (UTC), inclusive.",
    },
    long_rate: {
      ...DECIMAL,
      description:
        "Exact sum of the long market's rates in the period, a decimal fraction; null when an event or a rate is missing.",
    },
    short_rate: {
      ...DECIMAL,
      description: "The same for the short market.",
    },
    spread: {
      ...DECIMAL,
      description:
        "short_rate minus long_rate, which the hedge receives; null when either is null.",
    },
    cumulative: {
      ...DECIMAL,
      description: "Exact sum of the spreads since the first period; null if spread is null.",
    },
    annualised: {
      ...DECIMAL,
      description: "Percent per year at the spread of the period, for 365 days, not compounded.",
    },
    long_events: { ...COUNT, description: "Settled events of the long market in the period." },
    short_events: { ...COUNT, description: "Settled events of the short market in the period." },
    complete: {
      type: "boolean",
      description: "Whether both markets have every event and every rate of the period.",
    },
  },
} as const;
