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

/** Returns the JSON Schema of a sum over several positions. */
export function countedSchema(description: string, more: object = {}) {
  return withMore(sum("", description, (it: never) => it).schema, more);
}

/** JSON Schemas of the figures of both `status` and `positions summary`. */
export const FIGURE_SCHEMAS = Object.fromEntries(FIGURES.map(({ name, schema }) => [name, schema]));
