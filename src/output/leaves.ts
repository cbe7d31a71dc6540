import { Big } from "big.js";
import { exactJson } from "./formats/exact-json.js";
import type { Schema } from "./schema.js";
import type { Kind } from "./text/kind.js";
import { Several } from "./text/several.js";

/** A value of a row for programs. */
export interface Leaf {
  /** Dotted path in the json of the row; a figure by its name. */
  readonly key: string;
  /** Path of a figure's number. */
  readonly otherName?: string;
  readonly kind: Kind;
  /** Whether it is what a figure rests on. */
  readonly isDetail: boolean;
  /** Returns the value from the json of the row; undefined where it has none. */
  readonly of: (json: unknown) => unknown;
}

/** The part of a JSON Schema of an object that is read here. */
interface ObjectSchema extends Schema {
  readonly properties?: Readonly<Record<string, ObjectSchema>>;
  readonly anyOf?: readonly ObjectSchema[];
}

/**
 * Returns the values of a row by the JSON Schema of its json, in order: a figure is its number by its
 * name, followed by its unit and what it rests on (`notional`, `notional.as_of`). An array is one value,
 * joined with `;`.
 */
export function leavesOf(schema: ObjectSchema, path: readonly string[] = []): Leaf[] {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return [leafAt(path, schema)];
  const names = fields.map(([name]) => name);
  const isFigure = path.length > 0 && names.includes("value") && names.includes("unit");
  const inner = fields.filter(([name]) => !isFigure || name !== "value");
  const below = inner.flatMap(([name, field]) => leavesOf(field, [...path, name]));
  if (!isFigure) return below;
  const key = path.join(".");
  const number: Leaf = { ...leafAt([...path, "value"], {}), key };
  return [number, ...below.map((it) => ({ ...it, isDetail: true }))];
}

/** Returns the fields of an object, of all of its forms if it has several. */
function fieldsOf({
  properties = {},
  anyOf = [],
}: ObjectSchema): (readonly [string, ObjectSchema])[] {
  const forms = anyOf.flatMap((it) => fieldsOf(it));
  return [...new Map([...Object.entries(properties), ...forms])];
}

function leafAt(path: readonly string[], schema: ObjectSchema): Leaf {
  return {
    ...{ key: path.join("."), kind: kindOf(schema), isDetail: false },
    of: (json) => cellOf(path.reduce(memberOf, json)),
  };
}

function kindOf({ format, type }: ObjectSchema): Kind {
  return format === "date-time" ? "time" : type === "integer" ? "integer" : "any";
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function cellOf(value: unknown): unknown {
  if (value instanceof Big) return exactJson(value);
  if (!Array.isArray(value)) return value;
  return new Several(
    value.map((it) => (typeof it === "object" && it !== null ? exactJson(it) : it)),
    ";",
  );
}
