import { netted } from "../../analytics/portfolio/totals.js";
import type { WithWholeLegs } from "../../analytics/position/doubt.js";
import type { MarginLimit } from "../../analytics/position/limits.js";
import { type Risk, type RiskInputs, riskOf } from "../../analytics/position/risk.js";
import type { Filtered, Owned } from "../../views/row-fields.js";
import type { RiskRow } from "./row.js";

/** A risk, and what it rests on besides the positions. */
export interface ShownRisk extends Owned, Filtered {
  readonly risk: Risk;
  readonly rows: readonly RiskRow[];
  readonly margin: MarginLimit;
  /** Times in milliseconds. */
  readonly now: number;
  readonly staleMs: number;
}

/** What a risk is computed from besides the positions. */
type ShownRiskInputs = Omit<RiskInputs, "isUnchecked"> &
  Pick<ShownRisk, "staleMs"> &
  Owned &
  Filtered & {
    /** Whether the positions of an asset are netted in what is unhedged. */
    readonly net?: boolean;
  };

/** Computes the risk of positions, with a row for each held leg. */
export function shownRisk(
  { positions, unchecked }: WithWholeLegs,
  { portfolio_id, net = false, ...inputs }: ShownRiskInputs,
): ShownRisk {
  const all = riskOf(positions, { ...inputs, isUnchecked: (id) => unchecked.has(id) });
  const risk = net ? { ...all, totals: netted(all.totals) } : all;
  const rows = risk.legs.map((leg): RiskRow => {
    return { portfolio_id, position: leg.position, legs: [leg.leg], risk: leg };
  });
  const { margin, now, staleMs, filters = {} } = inputs;
  return { portfolio_id, risk, rows, margin, now, staleMs, filters };
}
