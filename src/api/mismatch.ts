import type * as z from "zod/mini";

/** What a schema says of a value that it does not take. */
type Issue = z.core.$ZodIssue;

const KINDS: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
  null: "null",
};

const FORMATS: Readonly<Record<string, string>> = {
  datetime: "an ISO 8601 date-time that exists",
  date: "an ISO 8601 date that exists",
  guid: "a uuid",
  uuid: "a uuid",
};

/** A value is quoted up to here: it may be long, and only has to be recognised. */
const MAX_QUOTED = 40;

/**
 * Says where a value first differs from its schema, what belongs there, and what is there.
 * @param value what was checked
 */
export function describeMismatch(issue: Issue, value: unknown): string {
  const path = issue.path.length === 0 ? "the body" : issue.path.map(String).join(".");
  return `${path}: expected ${expectation(issue)}, got ${describe(valueAt(value, issue.path))}`;
}

function expectation(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return KINDS[issue.expected] ?? issue.expected;
    case "invalid_value":
      return issue.values.map((allowed) => JSON.stringify(allowed)).join(" or ");
    case "invalid_format":
      return FORMATS[issue.format] ?? issue.message.replace(/^expected /, "");
    case "too_big":
      return `at most ${issue.maximum}`;
    case "too_small":
      return `at least ${issue.minimum}`;
    case "unrecognized_keys":
      return `no ${issue.keys.join(", ")}`;
    default:
      return issue.message;
  }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const key of path) {
    if (current === null || typeof current !== "object") return undefined;
    current = (current as Record<PropertyKey, unknown>)[key];
  }
  return current;
}

function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  if (typeof value === "number" && !Number.isFinite(value)) return "a number that is too large";
  const text = JSON.stringify(typeof value === "string" ? value.slice(0, MAX_QUOTED) : value);
  return typeof value === "string" && value.length > MAX_QUOTED ? `${text.slice(0, -1)}…"` : text;
}
