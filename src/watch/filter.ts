import { causesOf } from "../figures/catalog/causes.js";
import { name } from "../figures/catalog/position.js";
import type { PositionOf } from "../figures/subjects.js";
import { whyOf } from "../run/why.js";

/**
 * Returns the test of a typed filter: words that all match, each a part of the name or id of a position, of
 * a symbol or an exchange, or of a cause or its text.
 */
export function filterOf(text: string): (p: PositionOf) => boolean {
  const words = text
    .toLowerCase()
    .split(" ")
    .filter((word) => word !== "");
  return (p) => {
    const { position_id: id, legs } = p.record;
    const texts = [
      name(p),
      id,
      ...legs.flatMap(({ exchange, symbol }) => [exchange, symbol]),
      ...causesOf(p).flatMap((it) => [it.cause, whyOf(p, it).text]),
    ].map((it) => it.toLowerCase());
    return words.every((word) => texts.some((it) => it.includes(word)));
  };
}
