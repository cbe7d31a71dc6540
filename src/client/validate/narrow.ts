import type * as z from "zod/mini";
import { isRecord } from "../../base/collections.js";
import { guardOf } from "./guard.js";

type Schema = z.core.$ZodType;

/** A part of a value that does not match its schema. */
export interface Misfit {
  readonly schema: Schema;
  readonly value: unknown;
  readonly path: readonly PropertyKey[];
}

/**
 * Finds the first, innermost part of a value that does not match its schema. zod itself would
 * describe every mismatch: half a million wrong elements would take gigabytes.
 */
export function narrow(misfit: Misfit): Misfit {
  for (let current = misfit; ; ) {
    const inner = firstMisfitIn(current);
    if (inner === undefined) return current;
    current = inner;
  }
}

function firstMisfitIn({ schema, value, path }: Misfit): Misfit | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const misfit = (inner: Schema, part: unknown, key: PropertyKey): Misfit | undefined =>
    guardOf(inner)?.(part) === true
      ? undefined
      : { schema: inner, value: part, path: [...path, key] };
  switch (def.type) {
    case "object":
      return isRecord(value)
        ? firstOf(Object.entries(def.shape), ([key, inner]) => misfit(inner, value[key], key))
        : undefined;
    case "array":
      return Array.isArray(value)
        ? firstOf(value.entries(), ([index, part]) => misfit(def.element, part, index))
        : undefined;
    case "nullable":
    case "optional":
      return { schema: def.innerType, value, path };
    default:
      return undefined;
  }
}

function firstOf<T>(items: Iterable<T>, find: (item: T) => Misfit | undefined): Misfit | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
