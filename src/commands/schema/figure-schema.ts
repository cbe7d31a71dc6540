import { figure, sum } from "../../views/measure-fields.js";
import { FIGURES } from "../../views/totals-fields.js";

const withMore = (schema: object = {}, more: object) => {
  const { properties, ...rest } = schema as { readonly properties?: object };
  return { ...rest, properties: { ...properties, ...more } };
};

/** Returns the JSON Schema of a figure with its details. */
export function measureSchema(description: string, more: object = {}) {
  return withMore(figure("", description, (it: never) => it).schema, more);
}

const WINDOW = measureSchema("Funding settled in the window since the opening, USD.", {
  per_day: measureSchema(
    "Funding per day at the current size, including the time before the opening.",
  ),
  younger: {
    type: "integer",
    minimum: 0,
    description: "Number of counted positions opened within the window.",
  },
});

/** JSON Schema of the current funding of positions, by window. */
export const FUNDING_RUN_SCHEMA = {
  type: "object",
  description: "Current funding of the open positions.",
  required: ["24h", "7d", "30d"],
  properties: { "24h": WINDOW, "7d": WINDOW, "30d": WINDOW },
};

/** Returns the JSON Schema of a sum over several positions. */
export function countedSchema(description: string, more: object = {}) {
  return withMore(sum("", description, (it: never) => it).schema, more);
}

/** JSON Schemas of the figures of both `status` and `positions summary`. */
export const FIGURE_SCHEMAS = Object.fromEntries(FIGURES.map(({ name, schema }) => [name, schema]));
