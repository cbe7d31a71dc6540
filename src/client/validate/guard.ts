import type * as z from "zod/mini";

/** Reports whether a parsed JSON value matches a schema. */
export type Guard = (value: unknown) => boolean;

type Schema = z.core.$ZodType;

const guards = new WeakMap<Schema, Guard | undefined>();

/**
 * Returns a schema as a predicate that copies nothing; undefined if it has an unsupported part. It is much
 * faster than zod's parsing (bench/speed.md); only zod describes mismatches.
 */
export function guardOf(schema: Schema): Guard | undefined {
  if (!guards.has(schema)) guards.set(schema, makeGuard(schema));
  return guards.get(schema);
}

function makeGuard(schema: Schema): Guard | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return objectGuard(def);
    case "array":
      return arrayGuard(guardOf(def.element));
    case "nullable":
      return either(null, guardOf(def.innerType));
    case "optional":
      return either(undefined, guardOf(def.innerType));
    case "enum":
      return enumGuard(Object.values(def.entries));
    case "string":
      return stringGuard(def);
    case "number":
      return numberGuard(def);
    case "unknown":
      return (value) => value !== undefined;
    default:
      return undefined;
  }
}

/** Supports loose objects only: zod removes unknown fields from others. */
function objectGuard({ shape, catchall }: z.core.$ZodObjectDef): Guard | undefined {
  if (catchall?._zod.def.type !== "unknown") return undefined;
  const keys = Object.keys(shape);
  const guards = Object.values(shape).map(guardOf);
  if (guards.includes(undefined)) return undefined;
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    const fields = value as Record<string, unknown>;
    for (let index = 0; index < guards.length; index++) {
      if (!(guards[index] as Guard)(fields[keys[index] as string])) return false;
    }
    return true;
  };
}

function arrayGuard(guard: Guard | undefined): Guard | undefined {
  if (guard === undefined) return undefined;
  return (value) => {
    if (!Array.isArray(value)) return false;
    for (let index = 0; index < value.length; index++) if (!guard(value[index])) return false;
    return true;
  };
}

function either(other: null | undefined, guard: Guard | undefined): Guard | undefined {
  return guard && ((value) => value === other || guard(value));
}

function enumGuard(values: readonly unknown[]): Guard {
  return (value) => values.includes(value);
}

/** Supports strings, also those of a format that one pattern defines. */
function stringGuard(def: z.core.$ZodStringDef): Guard | undefined {
  const patterns: RegExp[] = [];
  for (const check of [{ _zod: { def } }, ...(def.checks ?? [])]) {
    const { format, pattern } = check._zod.def as Partial<z.core.$ZodCheckStringFormatDef>;
    if (format === undefined && check._zod.def === def) continue;
    if (pattern === undefined || !DEFINED_BY_PATTERN.has(format)) return undefined;
    patterns.push(pattern);
  }
  const [pattern, ...more] = patterns;
  if (pattern === undefined) return (value) => typeof value === "string";
  if (more.length > 0) return undefined;
  return (value) => typeof value === "string" && pattern.test(value);
}

const DEFINED_BY_PATTERN: ReadonlySet<string | undefined> = new Set(["regex", "guid", "datetime"]);

/** JSON has no infinity, but a number may be too large for a double. */
function numberGuard(def: z.core.$ZodNumberDef): Guard | undefined {
  if ((def.checks ?? []).length > 0) return undefined;
  const { format } = def as Partial<z.core.$ZodNumberFormatDef>;
  if (format === undefined) return Number.isFinite;
  return format === "safeint" ? Number.isSafeInteger : undefined;
}
