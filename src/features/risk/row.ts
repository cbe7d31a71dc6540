import type { LegRisk } from "../../analytics/position/leg-risk.js";
import type { Field } from "../../output/record.js";
import { UNCOUNTABLE } from "../../views/position/leg-names.js";
import type { PositionRow } from "../../views/position/position-row.js";
import { type Owned, reason } from "../../views/row-fields.js";

/** A held leg with its risk. */
export interface RiskRow extends PositionRow, Owned {
  readonly risk: LegRisk;
}

/** Why the margin of a leg is unknown, in a word or two and in full. */
export const MARGIN_UNKNOWN: Readonly<
  Record<NonNullable<LegRisk["unknown"]>, { readonly brief: string; readonly text: string }>
> = {
  past: {
    brief: "past",
    text: "collateral was added, or margin is shared",
  },
  mark_missing: { brief: "no mark", text: "no mark price" },
  mark_old: { brief: "mark old", text: "the mark price is stale" },
  mark_undated: {
    brief: "undated",
    text: "the mark price has no time, so its age is unknown",
  },
  price: { brief: "no price", text: "a price is missing or not above zero" },
  no_leverage: { brief: "no leverage", text: "no leverage, so no initial margin to judge" },
  unreadable: { brief: "unreadable", text: UNCOUNTABLE },
  quantity_negative: { brief: "negative quantity", text: "negative quantity" },
};

/** Returns the field of why a margin, or what is unhedged, is unknown; left out if it is known. */
export function whyUnknown<T>(
  help: string,
  codes: readonly string[],
  of: (it: T) => keyof typeof MARGIN_UNKNOWN | undefined,
): Field<T> {
  return reason(help, codes, (it) => {
    const code = of(it);
    return code && { code, text: MARGIN_UNKNOWN[code].text };
  });
}
