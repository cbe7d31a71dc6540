import { UsageError } from "../base/usage-error.js";
import type { ValueKind } from "../base/value-kind.js";

/**
 * Reads a value as it was typed.
 * @param called the option or argument, for the message
 * @throws {UsageError} when it is not of its kind
 */
export function readTyped<T>(called: string, text: string, kind: ValueKind<T>): T {
  const value = kind.parse(text);
  if (value !== undefined) return value;
  throw new UsageError(`${called}: "${text}" is not ${kind.allowed}`, kind.hint);
}

/** Reads values that are separated by commas, each kept once. @throws {UsageError} */
export function readList<T>(called: string, text: string, kind: ValueKind<T>): readonly T[] {
  return text.split(",").map((part) => readTyped(called, part.trim(), kind));
}
