import type { Holder } from "../../analytics/position/held-legs.js";
import { heldLegs } from "../../analytics/position/held-legs.js";
import { type Multiple, multiplesOf } from "../../book/multiples.js";
import type { Leg } from "../../client/resources/position.js";
import type { Mark } from "../../output/table/mark.js";
import { formatCell } from "../../output/text/format.js";

/** Describes contract multiples: `1 short = 1,000 long, from the symbol`; undefined without any. */
export function multiplesText(position: Holder): string | undefined {
  const multiples = multiplesOf(heldLegs(position));
  const told = (["symbol", "prices"] as const).flatMap((source) => {
    const equations = new Set(multiples.filter(({ from }) => from === source).map(equation));
    return equations.size === 0 ? [] : [`${[...equations].join(", ")}, from the ${source}`];
  });
  return told.length === 0 ? undefined : told.join("; ");
}

/** Returns the mark of figures that compare contracts of different sizes. */
export function multipleMark(position: Holder): Mark | undefined {
  const meaning = multiplesText(position);
  return meaning === undefined ? undefined : { sign: "^", meaning };
}

function equation({ of, base, factor }: Multiple): string {
  const name = (leg: Leg) => (of.side === base.side ? `${leg.side} ${leg.exchange}` : leg.side);
  const count = formatCell("integer", factor.toFixed(), { unicode: false, zone: "UTC" });
  return `1 ${name(of)} = ${count} ${name(base)}`;
}
