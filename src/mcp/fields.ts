import { isRecord } from "../base/is-record.js";

/** Returns the members of an object; none for anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** Returns the items of an array; none for anything else. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the options of a command line for the arguments that were given, by their names. */
export function options(given: Readonly<Record<string, string | number | undefined>>): string[] {
  return Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}=${value}`],
  );
}

/** Returns the JSON of a command without the totals of a single portfolio, which are those of all. */
export function withoutRepeated(value: unknown): Readonly<Record<string, unknown>> {
  const { portfolios, ...rest } = membersOf(value);
  return itemsOf(portfolios).length > 1 ? { ...rest, portfolios } : rest;
}
