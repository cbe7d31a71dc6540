import { Digits } from "../../base/json-digits.js";

/**
 * Returns the result of a query with the digits that the numbers of its input had.
 * @param sent digits by the double that they were parsed to, of each item; where items differ in the
 *   digits of one double, the number is left as it is
 */
export function withDigits(result: unknown, sent: readonly ReadonlyMap<number, string>[]): unknown {
  const all = sent.length === 1 ? sent[0] : merged(sent);
  const visit = (value: unknown): unknown => {
    if (typeof value === "number") {
      const digits = all?.get(value);
      return digits === undefined ? value : new Digits(digits);
    }
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, visit(member)]));
  };
  return visit(result);
}

function merged(sent: readonly ReadonlyMap<number, string>[]): Map<number, string> {
  const all = new Map<number, string>();
  const spoilt = new Set<number>();
  for (const [double, digits] of sent.flatMap((one) => [...one])) {
    if ((all.get(double) ?? digits) !== digits) spoilt.add(double);
    all.set(double, digits);
  }
  for (const double of spoilt) all.delete(double);
  return all;
}
