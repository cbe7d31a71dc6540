import { keepsDigits, parseExactly } from "../../base/json-digits.js";
import type { Sourced } from "../text/sourced.js";

/** A row of a sorted list, which has no text of its own. */
export interface SortedRow<Row> extends Sourced<Row> {
  /** The row with {@link Digits}; undefined when its value has the digits of every number. */
  readonly exact: Row | undefined;
}

/**
 * Returns the value of an item with {@link Digits} in place of the numbers that a double does not
 * keep; undefined when there are none. Only fields that are shown as sent may be read from it.
 */
export function exactOf<T>(item: Sourced<T> & Partial<SortedRow<T>>): T | undefined {
  if (item.keepsDigits === true) return undefined; // before the text, which has to be looked for
  if (item.exact !== undefined || item.source === "") return item.exact;
  if (item.keepsDigits === undefined && keepsDigits(item.source)) return undefined;
  return parseExactly(item.source) as T; // of the same shape as the value
}
