import { causesOf } from "../figures/catalog/causes.js";
import { name } from "../figures/catalog/position.js";
import { once } from "../figures/figure.js";
import type { PositionOf } from "../figures/subjects.js";
import { whyOf } from "../run/screen/why.js";

/**
 * Returns the test of a typed filter: words that all match, each a part of the name or id of a position, of
 * a symbol or an exchange, or of a cause or its text.
 */
export function filterOf(text: string): (p: PositionOf) => boolean {
  const words = text
    .toLowerCase()
    .split(" ")
    .filter((word) => word !== "");
  return (p) => words.every((word) => textsOf(p).some((it) => it.includes(word)));
}

const textsOf = once((p: PositionOf) => {
  const { position_id: id, legs } = p.record;
  const texts = [
    name(p),
    id,
    ...legs.flatMap(({ exchange, symbol }) => [exchange, symbol]),
    ...causesOf(p).flatMap((it) => [it.cause, whyOf(p, it).text]),
  ];
  return texts.map((it) => it.toLowerCase());
});
