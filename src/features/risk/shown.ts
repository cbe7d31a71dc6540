import { netted } from "../../analytics/portfolio/totals.js";
import type { WithWholeLegs } from "../../analytics/position/doubt.js";
import type { MarginLimit } from "../../analytics/position/limits.js";
import { type Risk, type RiskInputs, riskOf } from "../../analytics/position/risk.js";
import type { Handles } from "../../base/names/handle.js";
import type { Filtered, OwnerOf, OwnTotals } from "../../views/row-fields.js";
import type { RiskRow } from "./row.js";

/** A risk, and what it rests on besides the positions. */
export interface ShownRisk extends Filtered {
  readonly ownerOf: OwnerOf;
  readonly risk: Risk;
  /** Each portfolio alone; default: the only one. */
  readonly portfolios?: readonly OwnTotals<Risk>[];
  readonly rows: readonly RiskRow[];
  /** Names of the positions. */
  readonly handles: Handles;
  readonly margin: MarginLimit;
  /** Times in milliseconds. */
  readonly now: number;
  readonly staleMs: number;
}

/** What a risk is computed from besides the positions. */
type ShownRiskInputs = Omit<RiskInputs, "isUnchecked"> &
  Pick<ShownRisk, "staleMs" | "ownerOf"> &
  Filtered & {
    /** Whether the positions of an asset are netted in what is unhedged. */
    readonly net?: boolean;
  };

/** Computes the risk of positions, with a row for each held leg. */
export function shownRisk(
  { positions, unchecked, handles }: WithWholeLegs & Pick<ShownRisk, "handles">,
  { ownerOf, net = false, ...inputs }: ShownRiskInputs,
): ShownRisk {
  const all = riskOf(positions, { ...inputs, isUnchecked: (id) => unchecked.has(id) });
  const risk = net ? { ...all, totals: netted(all.totals) } : all;
  const rows = risk.legs.map((leg): RiskRow => {
    const { position } = leg;
    return { position, legs: [leg.leg], risk: leg, ...ownerOf(position.position_id) };
  });
  const { margin, now, staleMs, filters = {} } = inputs;
  return { ownerOf, risk, rows, handles, margin, now, staleMs, filters };
}
