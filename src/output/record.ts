import { Big } from "big.js";
import { sourced } from "./formats/exact-json.js";
import type { Column, View } from "./table/column.js";
import type { Kind } from "./text/kind.js";
import type { Sourced } from "./text/sourced.js";

/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

/** A column of a field. */
export interface Shown<T> extends Column<T> {
  /** Where alone it is without `--columns`; a detail is in csv, behind all other columns. */
  readonly only?: "table" | "csv" | "detail";
}

/** What makes a field a column; key, kind and value are those of the field unless they are here. */
export type Look<T> = Partial<Shown<T>> & Pick<Column<T>, "header">;

/** A part of an answer: what its json, its JSON Schema and its columns are made of. */
export interface Field<T> {
  readonly name: string;
  /** Undefined for a column that json lacks. */
  readonly schema?: Schema;
  /** Format of the value in a cell. */
  readonly kind?: Kind;
  /** Whether json may lack it. */
  readonly isOptional?: boolean;
  /** Returns the value in json; undefined leaves an optional field out. */
  readonly json: (of: T) => unknown;
  readonly columns: readonly Shown<T>[];
}

export type Fields<T> = readonly Field<T>[];

const TYPES = {
  text: { type: "string", kind: "text" },
  time: { type: "string", kind: "time" },
  moment: { type: "string", format: "date-time", kind: "time" },
  count: { type: "integer", minimum: 0, kind: "integer" },
  positive: { type: "integer", minimum: 1, kind: "any" },
  integer: { type: "integer", kind: "any" },
  number: { type: "number", kind: "any" },
  flag: { type: "boolean", kind: "any" },
  decimal: { type: "string", pattern: "^-?\\d+(\\.\\d+)?$", kind: "rate" },
  texts: { type: "array", items: { type: "string" }, kind: "text" },
  sides: { type: "array", items: { type: "string", enum: ["long", "short"] }, kind: "text" },
  ids: { type: "array", items: { type: "integer" }, kind: "text" },
  object: { type: "object", kind: "any" },
} as const satisfies Readonly<Record<string, Schema & { readonly kind: Kind }>>;

type TypeName = keyof typeof TYPES;
/** A type by name, `?` behind it if it may be absent, `|null` if it may be null; or its texts. */
export type Type = TypeName | `${TypeName}?` | `${TypeName}|null` | readonly (string | null)[];

/** Where the value of a field comes from, and what makes it a column. */
export type Source<T, V = unknown> = ((it: T) => V) | (Look<T> & { readonly of: (it: T) => V });

/** Returns a field with a value of json: a time may be given in milliseconds since the epoch. */
export function plain<T>(name: string, type: Type, help: string, source: Source<T>): Field<T> {
  const { kind, isNullable, isOptional, ...schema } = typeOf(type);
  const { of, look } = sourceOf(source);
  const json = (it: T) => {
    const value = of(it);
    if (value === undefined) return isNullable ? null : undefined;
    return kind === "time" && typeof value === "number" ? new Date(value).toISOString() : value;
  };
  const value = (it: T) => {
    const found = json(it);
    return found instanceof Big ? found.toFixed() : found; // with all its digits
  };
  const columns = look === undefined ? [] : [{ key: name, kind, value, ...look }];
  return { name, schema: { ...schema, description: help }, kind, isOptional, json, columns };
}

/** Returns where a value comes from, and its column if it has one. */
export function sourceOf<T, V>(source: Source<T, V>) {
  if (typeof source === "function") return { of: source, look: undefined };
  const { of, ...look } = source;
  return { of, look: look as Look<T> };
}

/** Returns a field with the value that its source has by the same name. */
export function own<T>(name: keyof T & string, type: Type, help: string, look?: Look<T>): Field<T> {
  const of = (it: T) => it[name];
  return plain(name, type, help, look ? { of, ...look } : of);
}

/** Returns a column that json lacks. */
export function shown<T>(column: Shown<T>): Field<T> {
  return { name: column.key, json: () => undefined, columns: [column] };
}

/** Returns an object of fields with their columns. */
export function group<T>(name: string, help: string, fields: Fields<T>): Field<T> {
  const schema = { ...objectSchema(fields), description: help };
  const columns = fields.flatMap((it) => it.columns);
  return { name, schema, json: (it) => jsonOf(fields, it), columns };
}

/** Returns an object of fields of something else, without columns; left out where it is undefined. */
export function part<T, U>(
  name: string,
  help: string,
  of: (it: T) => U | undefined,
  fields: Fields<U>,
): Field<T> {
  const inner = within((it: T) => of(it) as U, fields);
  return optional(group(name, help, inner), (it) => of(it) !== undefined);
}

/** Returns an array of objects of fields. */
export function each<T, U>(
  name: string,
  help: string,
  of: (it: T) => readonly U[],
  fields: Fields<U>,
): Field<T> {
  const schema = { type: "array", description: help, items: objectSchema(fields) };
  return { name, schema, json: (it) => of(it).map((one) => jsonOf(fields, one)), columns: [] };
}

/** Returns a field that json may lack. @param isThere whether it has it; default: unless undefined */
export function optional<T>(field: Field<T>, isThere = (_: T) => true): Field<T> {
  const json = (it: T) => (isThere(it) ? field.json(it) : undefined);
  return { ...field, isOptional: true, json };
}

/** Returns a field that is null where it is undefined. */
export function orNull<T>({ schema, json, ...field }: Field<T>): Field<T> {
  const types = { ...schema, type: [schema?.type, "null"] };
  return { ...field, schema: types, isOptional: false, json: (it) => json(it) ?? null };
}

/** Returns the fields of something as those of what it is a part of, without columns. */
export function within<T, U>(of: (it: T) => U, fields: Fields<U>): Field<T>[] {
  return fields.map((it) => ({ ...it, json: (whole) => it.json(of(whole)), columns: [] }));
}

/** Returns the json of an object of fields. */
export function jsonOf<T>(fields: Fields<T>, of: T): Record<string, unknown> {
  return Object.fromEntries(fields.filter(isInJson).map(({ name, json }) => [name, json(of)]));
}

const isInJson = ({ schema }: Field<never>) => schema !== undefined;
const $schema = "https://json-schema.org/draft/2020-12/schema";

/** Returns an answer: its JSON, and the JSON Schema of that. */
export function answer<T>(title: string, fields: Fields<T>) {
  return {
    fields,
    schema: (): Schema => ({ $schema, title, ...objectSchema(fields) }),
    json: (of: T): Sourced<unknown> => sourced(jsonOf(fields, of)),
  };
}

/** Returns the JSON Schema of an output that is one of several answers. */
export function schemaOfAny(title: string, answers: readonly { fields: Fields<never> }[]) {
  return { $schema, title, anyOf: answers.map(({ fields }) => objectSchema(fields)) };
}

/** Returns the JSON Schema of an object of fields. */
export function objectSchema(fields: Fields<never>): Schema {
  const inJson = fields.filter(isInJson);
  return {
    type: "object",
    required: inJson.filter(({ isOptional }) => isOptional !== true).map(({ name }) => name),
    properties: Object.fromEntries(inJson.map(({ name, schema }) => [name, schema])),
  };
}

/** Returns a view of rows. @param order keys of columns, `*` for those that are not named */
export function viewOf<T>(
  fields: Fields<T>,
  rest: Pick<View<T>, "totals" | "page" | "empty">,
  order: readonly string[] = ["*"],
): View<T> {
  const isDetail = ({ only }: Shown<T>) => Number(only === "detail");
  const all = fields.flatMap((it) => it.columns).toSorted((a, b) => isDetail(a) - isDetail(b));
  const columns = order.flatMap((name) =>
    all.filter(({ key }) => (name === "*" ? !order.includes(key) : key === name)),
  );
  const keysOf = (some: readonly Shown<T>[]) => some.map(({ key }) => key);
  const defaults = {
    table: keysOf(columns.filter(({ only }) => only === undefined || only === "table")),
    csv: keysOf(columns.filter(({ only }) => only !== "table")),
  };
  return { rows: (row) => [row], columns, defaults, ...rest };
}

function typeOf(type: Type) {
  const texts = typeof type === "string" ? undefined : { enum: type };
  const text = texts?.enum.includes(null) ? "text|null" : "text";
  const [name, mark] = (typeof type === "string" ? type : text).split(/(?=[?|])/);
  const named = TYPES[name as TypeName];
  const isNullable = mark === "|null";
  const types = isNullable ? [named.type, "null"] : named.type;
  return { ...named, type: types, ...texts, isNullable, isOptional: mark === "?" };
}
