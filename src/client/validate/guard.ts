import type * as z from "zod/mini";

/** Reports whether a parsed JSON value matches a schema. */
export type Guard = (value: unknown) => boolean;

export type Schema = z.core.$ZodType;

const guards = new WeakMap<Schema, Guard>();

/**
 * Returns a schema as a predicate that copies nothing, which is much faster than zod's parsing
 * (bench/speed.md).
 * @throws {TypeError} for a schema with a part that is not used for answers of the service
 */
export function guardOf(schema: Schema): Guard {
  const known = guards.get(schema);
  if (known !== undefined) return known;
  const guard = makeGuard(schema);
  guards.set(schema, guard);
  return guard;
}

function makeGuard(schema: Schema): Guard {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return objectGuard(def);
    case "array": {
      const guard = guardOf(def.element);
      return (value) => Array.isArray(value) && value.every(guard);
    }
    case "nullable": {
      const guard = guardOf(def.innerType);
      return (value) => value === null || guard(value);
    }
    case "optional": {
      const guard = guardOf(def.innerType);
      return (value) => value === undefined || guard(value);
    }
    case "string":
      return stringGuard(def);
    case "number":
      return numberGuard(def);
    case "unknown":
      return (value) => value !== undefined;
    default:
      throw unsupported(def);
  }
}

/** Supports loose objects only: zod removes unknown fields from others. */
function objectGuard(def: z.core.$ZodObjectDef): Guard {
  if (def.catchall?._zod.def.type !== "unknown") throw unsupported(def);
  const fields = Object.entries(def.shape).map(([key, schema]) => ({
    key,
    guard: guardOf(schema),
  }));
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    for (const { key, guard } of fields) {
      if (!guard((value as Readonly<Record<string, unknown>>)[key])) return false;
    }
    return true;
  };
}

/** Supports strings, also those of a format that one pattern defines. */
function stringGuard(def: z.core.$ZodStringDef): Guard {
  const patterns: RegExp[] = [];
  for (const check of [{ _zod: { def } }, ...(def.checks ?? [])]) {
    const { format, pattern } = check._zod.def as Partial<z.core.$ZodCheckStringFormatDef>;
    if (format === undefined && check._zod.def === def) continue;
    if (pattern === undefined || !DEFINED_BY_PATTERN.has(format)) throw unsupported(def);
    patterns.push(pattern);
  }
  const [pattern, ...more] = patterns;
  if (pattern === undefined) return (value) => typeof value === "string";
  if (more.length > 0) throw unsupported(def);
  return (value) => typeof value === "string" && pattern.test(value);
}

const DEFINED_BY_PATTERN: ReadonlySet<string | undefined> = new Set(["regex", "guid", "datetime"]);

/** JSON has no infinity, but a number may be too large for a double. */
function numberGuard(def: z.core.$ZodNumberDef): Guard {
  const { format } = def as Partial<z.core.$ZodNumberFormatDef>;
  if ((def.checks ?? []).length === 0) {
    if (format === undefined) return Number.isFinite;
    if (format === "safeint") return Number.isSafeInteger;
  }
  throw unsupported(def);
}

function unsupported({ type }: z.core.$ZodTypeDef): TypeError {
  return new TypeError(`no answer of the service is described by such a schema: ${type}`);
}
