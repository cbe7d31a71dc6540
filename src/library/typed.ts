import { UsageError } from "../base/usage-error.js";
import type { ValueKind } from "../base/value-kind.js";

type Typed = string | number | undefined;
type Kinds = Readonly<Record<string, { readonly kind: ValueKind<unknown> }>>;
type Values<D extends Kinds> = {
  readonly [K in keyof D]?: D[K] extends { readonly kind: ValueKind<infer T> } ? T : never;
};

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

/** Reads the values of options. @throws {UsageError} if one is invalid */
export function typedValues<D extends Kinds>(
  definitions: D,
  typed: { readonly [K in keyof D]?: Typed },
): Values<D> {
  const read = Object.entries(definitions).flatMap(([name, { kind }]) => {
    const value = typedValue(name, kind, typed[name]);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(read);
}
