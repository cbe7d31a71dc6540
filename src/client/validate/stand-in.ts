import type * as z from "zod/mini";
import { isRecord } from "../../base/collections.js";
import { guardOf, type Schema } from "./guard.js";
import { mismatchOf } from "./mismatch.js";

/** Stands for a text that cannot be read. */
export const UNREADABLE_TEXT = "?";

const PROBLEM = Symbol("why a record cannot be read");

/** Returns why a record cannot be read, such as `asset: expected a string, got 7`; undefined for one that can. */
export function problemOf(record: object): string | undefined {
  return (record as { readonly [PROBLEM]?: string })[PROBLEM];
}

/**
 * Returns a record that matches its schema, or what stands for it: what can be read as sent, all else null
 * where it may be, else `NaN` or `?`; {@link problemOf} tells the two apart.
 * @param redact removes secrets from the value that the problem quotes
 */
export function standIn<T extends object>(
  schema: z.ZodMiniType<T>,
  value: unknown,
  redact: (text: string) => string = (text) => text,
): T {
  const problem = mismatchOf(schema, value, redact, "the record");
  if (problem === undefined) return value as T;
  return Object.assign(readable(schema, value) as T, { [PROBLEM]: problem });
}

function readable(schema: Schema, value: unknown): unknown {
  if (guardOf(schema)(value)) return value;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "nullable":
      return null;
    case "optional":
      return readable(def.innerType, value);
    case "object": {
      const sent = isRecord(value) ? value : {};
      const fields = Object.entries(def.shape);
      const known = fields.map(([key, field]) => [key, readable(field, sent[key])]);
      return { ...sent, ...Object.fromEntries(known) };
    }
    case "array":
      return (Array.isArray(value) ? value : [undefined]).map((it) => readable(def.element, it));
    case "number":
      return Number.NaN;
    default:
      return UNREADABLE_TEXT;
  }
}
