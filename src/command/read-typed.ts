import { UsageError } from "../base/usage-error.js";
import type { ValueKind } from "../base/value-kind.js";

/**
 * Parses a typed value.
 * @param called name of the option or argument, for the message
 * @throws {UsageError} when the value is invalid
 */
export function readTyped<T>(called: string, text: string, kind: ValueKind<T>): T {
  const value = kind.parse(text);
  if (value !== undefined) return value;
  throw new UsageError(`${called}: "${text}" is not ${kind.allowed}`, kind.hint);
}

/** Parses values separated by commas. @throws {UsageError} when one is invalid */
export function readList<T>(called: string, text: string, kind: ValueKind<T>): readonly T[] {
  return text.split(",").map((part) => readTyped(called, part.trim(), kind));
}
