import { hedgeOf } from "../../analytics/position/hedge.js";
import { heldLegs } from "../../analytics/position/held-legs.js";
import { sizeOf } from "../../analytics/position/larger-side.js";
import { oldestMark } from "../../analytics/position/mark.js";
import { aboutGrossOf } from "../../analytics/position/position-figures.js";
import { type Fields, number } from "./field.js";
import { held, type PositionSubject } from "./position-subject.js";

/** What is held on each side. Formulas: src/features/get/explain.md, "Hedge". */
export const HEDGE_FIELDS: Fields<PositionSubject> = {
  long_quantity: held("quantity held long, in the asset", (it) => it.balance().longQuantity),
  short_quantity: held("quantity held short, in the asset", (it) => it.balance().shortQuantity),
  net_quantity: held(
    "long_quantity - short_quantity, in the asset",
    (it) => it.balance().netQuantity,
  ),
  imbalance: held(
    "net_quantity without its sign, percent of the larger side",
    (it) => it.balance().imbalance,
  ),
  unhedged: held("net_quantity × mark price, USD; above zero: long", (it) => it.balance().unhedged),
  gross_notional: held("notional of all legs, at the open price without a mark, USD", (it) => {
    return aboutGrossOf(it.position).value;
  }),
  net_notional: held("notional of the longs minus the shorts, USD", (it) => {
    return it.exposure().netNotional;
  }),
  notional: held("notional of the larger side, USD", ({ position }) => sizeOf(position)),
  entry_basis: held(
    "price of the shorts above that of the longs at opening, percent",
    (it) => hedgeOf(it.position).entryBasis,
  ),
  current_basis: held(
    "price of the shorts above that of the longs at mark, percent",
    (it) => hedgeOf(it.position).currentBasis,
  ),
  mark_age_seconds: number("age of the oldest mark price of a held leg, seconds", (it) => {
    if (it.isUnchecked || heldLegs(it.position).some(({ mark_price }) => mark_price === null)) {
      return undefined;
    }
    const at = oldestMark(it.position);
    return at == null ? undefined : Math.round((it.now - at) / 1000);
  }),
};
