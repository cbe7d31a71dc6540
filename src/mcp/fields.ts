import { isRecord } from "../base/is-record.js";
/** Reads JSON data of which nothing is known. */

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

/**
 * Returns an answer without what a single portfolio repeats: its own totals, which are those of all.
 * @param value the json of a command
 */
export function withoutRepeated(value: unknown): Readonly<Record<string, unknown>> {
  const { portfolios, ...rest } = membersOf(value);
  return itemsOf(portfolios).length > 1 ? { ...rest, portfolios } : rest;
}
