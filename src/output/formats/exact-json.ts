import { Big } from "big.js";
import { Digits } from "../../base/json-text.js";
import type { Sourced } from "../text/sourced.js";

/**
 * Returns the JSON text of plain data, with decimals and {@link Digits} as numbers with all their
 * digits. Undefined members are left out.
 */
export function exactJson(value: unknown): string {
  if (value instanceof Digits) return value.text;
  if (value instanceof Big) return value.eq(0) ? "0" : value.toFixed();
  if (Array.isArray(value)) return `[${value.map(exactJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${JSON.stringify(name)}:${exactJson(member)}`);
  return `{${members.join(",")}}`;
}

/** Returns data for printing: the text with every digit, and the parsed value for queries. */
export function sourced(data: object): Sourced<unknown> {
  const source = exactJson(data);
  return { value: JSON.parse(source) as unknown, source };
}
