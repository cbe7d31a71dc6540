import type * as z from "zod/mini";
import { BOUNDS } from "../../base/bounds.js";
import type { Misfit } from "./narrow.js";

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

/**
 * Describes the first mismatch of a value: its path, what was expected and what was found.
 * @param misfit the validated part
 * @param redact removes secrets before the text is cut
 * @param whole name of the validated value
 */
export function describeMismatch(
  issue: Issue,
  { path: above, value }: Misfit,
  redact: (text: string) => string,
  whole: string,
): string {
  const path = [...above, ...issue.path].map(String).join(".") || whole;
  const found = describe(valueAt(value, issue.path), redact);
  return `${path}: expected ${expectation(issue)}, got ${found}`;
}

function expectation(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return KINDS[issue.expected] ?? issue.expected;
    case "invalid_value":
      return issue.values.map((allowed) => JSON.stringify(allowed)).join(" or ");
    case "invalid_format":
      return /^expected (.*)/.exec(issue.message)?.[1] ?? FORMATS[issue.format] ?? issue.message;
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
