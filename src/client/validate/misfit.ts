import * as z from "zod/mini";
import { BOUNDS } from "../../base/bounds.js";
import { isRecord } from "../../base/collections.js";
import { guardOf, type Schema } from "./guard.js";

/** A part of a value that does not match its schema. */
interface Misfit {
  readonly schema: Schema;
  readonly value: unknown;
  readonly path: readonly (string | number)[];
}

/**
 * Describes the first part of a value that does not match the interface: its path, what was expected and
 * what was sent; undefined if all match. zod is asked about that part alone: it would describe every
 * mismatch, and half a million wrong elements would take gigabytes.
 * @param redact removes secrets before the text is cut
 * @param whole stands for the path of the value itself
 */
export function mismatchOf(
  schema: Schema,
  value: unknown,
  redact: (text: string) => string,
  whole = "the body",
): string | undefined {
  if (guardOf(schema)(value)) return undefined;
  const part = innermost({ schema, value, path: [] });
  const place = part.path.join(".") || whole;
  return `${place}: expected ${expectation(part)}, got ${describe(part.value, redact)}`;
}

function innermost(whole: Misfit): Misfit {
  for (let current = whole; ; ) {
    const inner = firstMisfitIn(current);
    if (inner === undefined) return current;
    current = inner;
  }
}

function firstMisfitIn({ schema, value, path }: Misfit): Misfit | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "nullable" || def.type === "optional") {
    return { schema: def.innerType, value, path };
  }
  if (def.type === "object" && isRecord(value)) {
    for (const [key, inner] of Object.entries(def.shape)) {
      if (!guardOf(inner)(value[key])) {
        return { schema: inner, value: value[key], path: [...path, key] };
      }
    }
  }
  if (def.type === "array" && Array.isArray(value)) {
    const at = value.findIndex((it) => !guardOf(def.element)(it));
    return { schema: def.element, value: value[at], path: [...path, at] };
  }
  return undefined;
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  array: "an array",
  object: "an object",
};

const FORMATS: Readonly<Record<string, string>> = {
  datetime: "an ISO 8601 date-time that exists",
  guid: "a uuid",
};

function expectation({ schema, value }: Misfit): string {
  const issue = z.safeParse(schema, value).error?.issues[0];
  if (issue?.code === "invalid_type") return KINDS[issue.expected] ?? issue.expected;
  if (issue?.code === "too_big") return `at most ${issue.maximum}`;
  if (issue?.code === "too_small") return `at least ${issue.minimum}`;
  if (issue?.code !== "invalid_format") return issue?.message ?? "another value";
  return /^expected (.*)/.exec(issue.message)?.[1] ?? FORMATS[issue.format] ?? issue.message;
}

function describe(value: unknown, redact: (text: string) => string): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  if (typeof value === "number" && !Number.isFinite(value)) return "a number that is too large";
  if (typeof value !== "string") return JSON.stringify(value);
  const shown = redact(value);
  const text = JSON.stringify(shown.slice(0, BOUNDS.quoted.value));
  return shown.length > BOUNDS.quoted.value ? `${text.slice(0, -1)}…"` : text;
}

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
