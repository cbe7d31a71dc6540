import { Big } from "big.js";
import { isoTime } from "../base/time/moment.js";
import type { Sourced } from "./formats/format.js";
import { leavesOf, type Schema, type Type, typeOf } from "./schema.js";
import type { Column, View } from "./table/column.js";
import { sourced } from "./text/json-text.js";
import type { Kind } from "./text/numbers.js";

/** A column of a field. */
export interface Shown<T> extends Column<T> {
  /** Whether a table has it only when `--columns` names it. */
  readonly isExtra?: true;
  /** Whether a table has it only with `--wide`. */
  readonly isWide?: true;
}

/** What makes a field a column; key, kind and value default to those of the field. */
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
  /** What a figure rests on that csv has without `--columns`: `run_7d.covered_hours`. */
  readonly details?: readonly string[];
}

export type Fields<T> = readonly Field<T>[];

/** Where the value of a field comes from, and what makes it a column. */
export type Source<T, V = unknown> = ((it: T) => V) | (Look<T> & { readonly of: (it: T) => V });

/** Returns a field with a value of json: a time may be given in milliseconds since the epoch. */
export function plain<T>(name: string, type: Type, help: string, source: Source<T>): Field<T> {
  const { kind, isNullable, isOptional, ...schema } = typeOf(type);
  const { of, look } = sourceOf(source);
  const json = (it: T) => {
    const value = of(it);
    if (value === undefined) return isNullable ? null : undefined;
    return kind === "time" && typeof value === "number" ? isoTime(value) : value;
  };
  const value = (it: T) => {
    const found = json(it);
    return found instanceof Big ? found.toFixed() : found; // with all its digits
  };
  const columns = look === undefined ? [] : [{ key: name, kind, value, ...look }];
  return { name, schema: { ...schema, description: help }, kind, isOptional, json, columns };
}

/** Returns where a value comes from, and its column if it has one. */
function sourceOf<T, V>(source: Source<T, V>) {
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

/** Returns an object of fields with their columns, whose keys begin with the name of the object. */
export function group<T>(name: string, help: string, fields: Fields<T>): Field<T> {
  const schema = { ...objectSchema(fields), description: help };
  const below = (key: string) => `${name}.${key}`;
  const columns = fields.flatMap((field) =>
    field.columns.map((it) => ({ ...it, key: below(it.key) })),
  );
  const details = fields.flatMap((it) => it.details ?? []).map(below);
  return { name, schema, json: (it) => jsonOf(fields, it), columns, details };
}

/** Returns an object of the fields of a part, without columns. */
export function inner<T, U>(
  name: string,
  help: string,
  of: (it: T) => U,
  fields: Fields<U>,
): Field<T> {
  return group(name, help, within(of, fields));
}

/** Returns an object of the fields of a part, without columns; absent where the part is undefined. */
export function part<T, U>(
  name: string,
  help: string,
  of: (it: T) => U | undefined,
  fields: Fields<U>,
): Field<T> {
  return optional(
    inner(name, help, (it) => of(it) as U, fields),
    (it) => of(it) !== undefined,
  );
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

/** Returns a field that json may lack. @param isThere whether json has it; default: unless undefined */
export function optional<T>(field: Field<T>, isThere = (_: T) => true): Field<T> {
  const json = (it: T) => (isThere(it) ? field.json(it) : undefined);
  const columns = field.columns.map((column): Shown<T> => {
    return { ...column, value: (it) => (isThere(it) ? column.value(it) : undefined) };
  });
  return { ...field, isOptional: true, json, columns };
}

/** Returns the fields of a part as fields of the whole, without columns. */
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
    json: (of: T) => sourced(jsonOf(fields, of)) as Sourced<Record<string, unknown>>,
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

/**
 * Returns a view of rows: a table has the columns of the fields, programs get every value of the json by
 * its path.
 */
export function viewOf<T>(
  fields: Fields<T>,
  rest: Pick<View<T>, "head" | "page" | "empty">,
): View<T> {
  const all = fields.flatMap((it) => it.columns);
  const details = new Set(fields.flatMap((it) => it.details ?? []));
  const json = lastOf((it: T) => jsonOf(fields, it));
  const leaves = leavesOf(objectSchema(fields)).map(({ of, isDetail, ...leaf }) => ({
    header: leaf.key,
    priority: 9,
    value: (it: T) => of(json(it)),
    isDetail: isDetail && !details.has(leaf.key),
    ...leaf,
  }));
  const shownOnes = all.map((column) => {
    const leaf = leaves.find(({ key }) => key === column.key);
    return leaf === undefined ? column : { ...leaf, priority: 0, ...column, raw: leaf.value };
  });
  const more = leaves.filter(({ key }) => shownOnes.every((it) => it.key !== key));
  const wide = shownOnes.filter(({ isExtra }) => isExtra !== true);
  const defaults = {
    table: wide.filter(({ isWide }) => isWide !== true).map(({ key }) => key),
    wide: wide.map(({ key }) => key),
    csv: leaves.filter((it) => !it.isDetail).map(({ key }) => key),
  };
  return { rows: (row) => [row], columns: [...shownOnes, ...more], defaults, ...rest };
}

/** Returns a function that keeps its last result: the columns of a row share its json. */
function lastOf<T, V>(make: (of: T) => V): (of: T) => V {
  let last: { readonly of: T; readonly made: V } | undefined;
  return (of) => {
    if (last?.of !== of) last = { of, made: make(of) };
    return (last as { readonly made: V }).made;
  };
}
