import { mayHideAClosedLeg } from "../analytics/position/doubt.js";
import type { Mark } from "../output/table/mark.js";
import type { PositionRow } from "./position/position-row.js";

/** Mark of figures that include a leg that may be closed. */
const UNCHECKED: Mark = {
  sign: "#",
  meaning: "legs not checked: one may be closed (carry status asks)",
};

/** The same mark where carry has tried to check the legs itself. */
export const NOT_ASKED: Mark = {
  sign: UNCHECKED.sign,
  meaning: "legs not checked: one may be closed, and the request for it failed",
};

/** Columns that depend on the held quantities of a listed position. */
export const HELD_KEYS: ReadonlySet<string> = new Set([
  ...["long_quantity", "short_quantity", "size", "gross_notional", "net_notional"],
  ...["imbalance", "unhedged"],
  ...["funding_24h", "funding_7d", "funding_30d", "now_apr"],
]);

type Listed = PositionRow["position"];

const known = new WeakMap<Listed, boolean>();

/** Reports whether a listed position may have a closed leg; cached per position. */
export function isUnchecked(position: Listed): boolean {
  const found = known.get(position) ?? mayHideAClosedLeg(position);
  known.set(position, found);
  return found;
}

/** Returns the mark of a figure that depends on the quantities of a listed position. */
export function uncheckedMark({ position }: PositionRow): readonly Mark[] {
  return isUnchecked(position) ? [UNCHECKED] : [];
}
