import type {
  ExpectedInputs,
  NeededMarkets,
} from "../../../src/analytics/funding/expected-funding.js";
import type { Moment } from "../../../src/analytics/position/snapshot-position.js";
import { pnlDivider } from "../../../src/features/pnl/figures.js";
import type { PnlDivision } from "../../../src/features/pnl/groupings.js";

/** Divides the PnL of moments. @param fundingOf returns the settled funding of markets */
export function pnlOf(
  by: PnlDivision,
  moments: readonly Moment[],
  fundingOf: (needed: NeededMarkets) => ExpectedInputs["totalsOf"] = () => () => undefined,
) {
  const divider = pnlDivider(
    by,
    moments.map(({ at }) => at),
  );
  for (const moment of moments) divider.see(moment);
  return divider.pnl(fundingOf(divider.needed()));
}
