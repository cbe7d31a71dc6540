import type { AssetHolder } from "../../analytics/position/held-legs.js";
import { heldLegs } from "../../analytics/position/held-legs.js";
import { type Multiple, multiplesOf } from "../../book/multiples.js";
import type { Mark } from "../../output/table/mark.js";
import { formatCell } from "../../output/text/format.js";

/** Describes contract multiples: `1 short = 1,000 PEPE, from the symbol`; undefined without any. */
function multiplesText(position: AssetHolder): string | undefined {
  const multiples = multiplesOf(heldLegs(position), position.asset);
  const told = (["symbol", "prices"] as const).flatMap((source) => {
    const equations = new Set(
      multiples.filter(({ from }) => from === source).map((it) => equation(it, position)),
    );
    return equations.size === 0 ? [] : [`${[...equations].join(", ")}, from the ${source}`];
  });
  return told.length === 0 ? undefined : told.join("; ");
}

/** Returns the mark of figures that compare contracts of different sizes. */
export function multipleMark(position: AssetHolder): Mark | undefined {
  const meaning = multiplesText(position);
  return meaning === undefined ? undefined : { sign: "^", meaning };
}

function equation({ of, factor }: Multiple, { asset, legs }: AssetHolder): string {
  const isAlone = legs.filter(({ side }) => side === of.side).length === 1;
  const count = formatCell("quantity", factor.toFixed(), { unicode: false, zone: "UTC" });
  return `1 ${isAlone ? of.side : `${of.side} ${of.exchange}`} = ${count} ${asset}`;
}
