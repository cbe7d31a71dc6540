import { Big } from "big.js";
import type { Sourced } from "../text/sourced.js";

/**
 * JSON text of plain data in which decimals are numbers with every digit that they have. Members
 * that are undefined are left out.
 */
function exactJson(value: unknown): string {
  if (value instanceof Big) return value.eq(0) ? "0" : value.toFixed();
  if (Array.isArray(value)) return `[${value.map(exactJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${JSON.stringify(name)}:${exactJson(member)}`);
  return `{${members.join(",")}}`;
}

/** Data as it is printed: the text with every digit, and what a query sees of it. */
export function sourced(data: object): Sourced<unknown> {
  const source = exactJson(data);
  return { value: JSON.parse(source) as unknown, source };
}
