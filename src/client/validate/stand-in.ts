import type * as z from "zod/mini";
import { isRecord } from "../../base/collections.js";
import { guardOf } from "./guard.js";

type Schema = z.core.$ZodType;

/** Stands for a text that cannot be read. */
export const UNREADABLE_TEXT = "?";

const FIELDS = Symbol("unreadable fields");

/** Returns the paths of the fields of a record that cannot be read, such as `legs.0.side`. */
export function unreadableFields(record: unknown): readonly string[] {
  return (record as { readonly [FIELDS]?: readonly string[] } | null | undefined)?.[FIELDS] ?? NONE;
}
const NONE: readonly string[] = [];

/**
 * Returns a record that matches its schema, in place of one that does not. A number or text that cannot
 * be read, or is missing, is null if it may be, else `NaN` or `?`; an unreadable list has one unreadable
 * element. The other fields are as sent. {@link unreadableFields} names those that are not.
 */
export function standIn<T extends object>(schema: z.ZodMiniType<T>, value: unknown): T {
  const fields: string[] = [];
  const record = replaced(schema, value, "", fields) as T;
  return Object.assign(record, { [FIELDS]: fields });
}

/** Returns a record with a field of another one, and the names of its unreadable parts. */
export function withField<T extends object, K extends keyof T & string>(
  record: T,
  key: K,
  from: { readonly [key in K]?: T[K] | undefined },
): T {
  const isOf = (field: string) => field === key || field.startsWith(`${key}.`);
  const own = unreadableFields(record).filter((field) => !isOf(field));
  const fields = [...own, ...unreadableFields(from).filter(isOf)];
  return {
    ...record,
    [key]: from[key],
    ...((FIELDS in record || fields.length > 0) && { [FIELDS]: fields }),
  };
}

function replaced(schema: Schema, value: unknown, path: string, fields: string[]): unknown {
  if (guardOf(schema)?.(value) === true) return value;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "nullable":
    case "optional":
      if (isContainer(def.innerType)) return replaced(def.innerType, value, path, fields);
      fields.push(path);
      return null;
    case "object":
      return replacedFields(def.shape, value, path, fields);
    case "array":
      if (Array.isArray(value)) {
        return value.map((it, index) => replaced(def.element, it, below(path, index), fields));
      }
      fields.push(path);
      return [replaced(def.element, undefined, below(path, 0), [])];
    default:
      fields.push(path);
      return def.type === "number" ? Number.NaN : UNREADABLE_TEXT;
  }
}

function replacedFields(
  shape: z.core.$ZodShape,
  value: unknown,
  path: string,
  fields: string[],
): object {
  const isObject = isRecord(value);
  if (!isObject) fields.push(path === "" ? "the whole record" : path);
  const sent = isObject ? value : {};
  const inner = isObject ? fields : []; // the whole is named already
  const known = Object.entries(shape).map(([key, schema]) => [
    key,
    replaced(schema, sent[key], below(path, key), inner),
  ]);
  return { ...sent, ...Object.fromEntries(known) };
}

function isContainer(schema: Schema): boolean {
  const { type } = (schema as z.core.$ZodTypes)._zod.def;
  return type === "object" || type === "array";
}

function below(path: string, key: string | number): string {
  return path === "" ? String(key) : `${path}.${key}`;
}
