import { UsageError } from "../../base/usage-error.js";
import type { ValueKind } from "../../base/value-kind.js";

type Typed = string | number | undefined;

/** Reads a value as the command line does. @throws {UsageError} if it is invalid */
export function typedValue<T>(
  name: string,
  { parse, allowed }: Pick<ValueKind<T>, "parse" | "allowed">,
  typed: Typed,
): T | undefined {
  if (typed === undefined) return undefined;
  const value = parse(String(typed));
  if (value === undefined) throw new UsageError(`${name}: "${typed}" is not ${allowed}`);
  return value;
}
