import {
  away,
  awaySd,
  exchange,
  LEG_CATALOG,
  left,
  leverage,
  marginToAdd,
  markPrice,
  nearestFirst,
  notional,
  openPrice,
  quantity,
  side,
  symbol,
} from "../../figures/catalog/leg.js";
import { asset, name, positionId } from "../../figures/catalog/position.js";
import { type Declared, type Fact, fact } from "../../figures/figure.js";
import type { Group, LegOf, PositionOf } from "../../figures/subjects.js";
import { column, type Table } from "../../run/screen/screen.js";

/** Returns a fact of a position as one of its legs. */
function ofPosition(of: Fact<PositionOf>): Declared<LegOf> {
  return fact(of.id, of.spec, (leg: LegOf) => of(leg.position));
}

const NAME = ofPosition(name);
const WHO = [ofPosition(positionId), NAME, ofPosition(asset)];

/** The table of the held legs, each a row. */
export const LEG_TABLE: Table<LegOf> = {
  who: WHO,
  figures: LEG_CATALOG,
  catalog: [...WHO, ...LEG_CATALOG],
  columns: [
    ...[column(NAME, { header: "position", isWhole: true }), column(side), column(exchange)],
    ...[column(symbol, { isOptional: true, priority: 9 }), column(leverage, { priority: 4 })],
    ...[
      column(quantity, { isOptional: true, priority: 8 }),
      column(openPrice, { isOptional: true, priority: 7 }),
    ],
    ...[column(markPrice, { isOptional: true, priority: 6 }), column(notional, { priority: 3 })],
    ...[
      column(away),
      column(awaySd, { priority: 2 }),
      column(left, { priority: 1 }),
      column(marginToAdd),
    ],
  ],
  empty: "No held legs.",
};

/** Returns the held legs of a book, the nearest to the loss of its margin first. */
export function legsOf({ members }: Group): LegOf[] {
  return nearestFirst(members.flatMap((p) => p.legs));
}
