import { mayHideAClosedLeg } from "../analytics/doubt.js";
import type { Mark } from "../output/table/mark.js";
import type { PositionRow } from "./position-row.js";

/** Behind what rests on legs of which one may be closed. */
export const UNCHECKED: Mark = {
  sign: "#",
  meaning: "legs not checked: one may be closed (carry status asks)",
};

/** Columns that rest on what is held of a listed position. */
export const HELD_KEYS: ReadonlySet<string> = new Set([
  ...["long_quantity", "short_quantity", "gross_notional", "net_notional", "imbalance", "unhedged"],
  ...["funding_24h", "funding_7d", "funding_30d", "now_apr"],
]);

type Listed = PositionRow["position"];

const known = new WeakMap<Listed, boolean>();

/** Whether a listed position leaves in doubt what is held of it; worked out once of each. */
export function isUnchecked(position: Listed): boolean {
  const found = known.get(position) ?? mayHideAClosedLeg(position);
  known.set(position, found);
  return found;
}

/** The mark of what rests on the quantities of a listed position. */
export function uncheckedMark({ position }: PositionRow): readonly Mark[] {
  return isUnchecked(position) ? [UNCHECKED] : [];
}
