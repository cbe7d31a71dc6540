import { Big } from "big.js";
import { Several } from "./text/format.js";
import { exactJson } from "./text/json-text.js";
import type { Kind } from "./text/numbers.js";

/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

const TYPES = {
  text: { type: "string", kind: "text" },
  time: { type: "string", kind: "time" },
  moment: { type: "string", format: "date-time", kind: "time" },
  count: { type: "integer", minimum: 0, kind: "integer" },
  positive: { type: "integer", minimum: 1, kind: "any" },
  integer: { type: "integer", kind: "any" },
  number: { type: "number", kind: "any" },
  flag: { type: "boolean", kind: "any" },
  texts: { type: "array", items: { type: "string" }, kind: "text" },
  sides: { type: "array", items: { type: "string", enum: ["long", "short"] }, kind: "text" },
  ids: { type: "array", items: { type: "integer" }, kind: "text" },
  object: { type: "object", kind: "any" },
} as const satisfies Readonly<Record<string, Schema & { readonly kind: Kind }>>;

type TypeName = keyof typeof TYPES;
/** A type by name, `?` behind it if it may be absent, `|null` if it may be null; or its texts. */
export type Type = TypeName | `${TypeName}?` | `${TypeName}|null` | readonly (string | null)[];

/** Returns the schema of a type, the kind of its cells, and whether it may be null or absent. */
export function typeOf(type: Type) {
  const texts = typeof type === "string" ? undefined : { enum: type };
  const text = texts?.enum.includes(null) ? "text|null" : "text";
  const [name, mark] = (typeof type === "string" ? type : text).split(/(?=[?|])/);
  const named = TYPES[name as TypeName];
  const isNullable = mark === "|null";
  const types = isNullable ? [named.type, "null"] : named.type;
  return { ...named, type: types, ...texts, isNullable, isOptional: mark === "?" };
}

/** A value of a row for programs. */
export interface Leaf {
  /** Dotted path in the json of the row; a figure by its name. */
  readonly key: string;
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
    key: path.join("."),
    kind: kindOf(schema),
    isDetail: false,
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
