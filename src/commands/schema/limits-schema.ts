/** JSON Schemas of the limits in effect, by the names of the options. */
export const LIMITS_SCHEMAS = {
  imbalance: { type: "string", description: "--imbalance." },
  loss: { type: "string", description: "--loss." },
  paying: { type: "string", description: "--paying, a day." },
  margin: { type: "string", description: "--margin." },
  stale: { type: "string", description: "--stale." },
  stale_performance: { type: "string", description: "--stale-performance." },
  ignore: { type: "array", items: { type: "string" }, description: "--ignore." },
};
