import { causesOf } from "../figures/catalog/causes.js";
import { name } from "../figures/catalog/position.js";
import type { PositionOf } from "../figures/subjects.js";
import { whyOf } from "../run/why.js";

/**
 * Returns the test of a typed filter: words that all match, each the beginning of an asset (`asset:BTC`) or
 * of an exchange (`exchange:okx`), a part of a cause or its text (`cause:losing`), or a part of any of these,
 * of a symbol, or of the name or id of the position.
 */
export function filterOf(text: string): (p: PositionOf) => boolean {
  const words = text
    .toLowerCase()
    .split(" ")
    .filter((word) => word !== "");
  const tests = words.map(testOf);
  return (p) => tests.every((test) => test(p));
}

function testOf(word: string): (p: PositionOf) => boolean {
  const [, field, wanted = ""] = /^(asset|exchange|cause):(.*)$/.exec(word) ?? [];
  const begins = (value: string) => value.toLowerCase().startsWith(wanted);
  const has = (values: readonly string[], part: string) =>
    values.some((it) => it.toLowerCase().includes(part));
  switch (field) {
    case "asset":
      return ({ record }) => begins(record.asset);
    case "exchange":
      return (p) => exchangesOf(p).some(begins);
    case "cause":
      return (p) => has(causesIn(p), wanted);
    default:
      return (p) => {
        const symbols = p.record.legs.map(({ symbol }) => symbol);
        const names = [name(p), p.record.position_id, ...exchangesOf(p), ...symbols];
        return has(names, word) || has(causesIn(p), word);
      };
  }
}

function exchangesOf({ record }: PositionOf): string[] {
  return record.legs.map(({ exchange }) => exchange);
}

/** Returns the causes why a position needs attention, and their texts. */
function causesIn(p: PositionOf): string[] {
  return causesOf(p).flatMap((it) => [it.cause, whyOf(p, it).text]);
}
