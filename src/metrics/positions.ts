import { SHOWN_WINDOWS } from "../analytics/funding/shown-runs.js";
import type { Measure } from "../analytics/measure.js";
import type { JudgedPosition, PortfolioStatus } from "../analytics/portfolio/status.js";
import { balanceOf } from "../analytics/position/hedge.js";
import { isUnknown } from "../analytics/position/reason.js";
import { decimal } from "../base/decimal.js";
import type { Family } from "./exposition.js";
import { family, ratio, type Valued } from "./family.js";

/** Returns the metrics of each open position. */
export function positionFamilies({ each, criteria }: PortfolioStatus): Family[] {
  const isKnown = ({ position }: JudgedPosition) => !criteria.isUnchecked(position.position_id);
  const all = each.map((judged) => ({ judged, labels: labelsOf(judged) }));
  const of = (figureOf: (judged: JudgedPosition) => Valued[1]) =>
    all.map(({ judged, labels }): Valued => [labels, figureOf(judged)]);
  const ofRuns = (part: (run: Measure) => Valued[1]) =>
    all.flatMap(({ judged, labels }) =>
      isKnown(judged)
        ? SHOWN_WINDOWS.map((window): Valued => {
            return [{ ...labels, window }, part(judged.runs[window].perDay)];
          })
        : [],
    );
  const balances = new Map(
    each.filter(isKnown).map((judged) => [judged, balanceOf(judged.position)] as const),
  );
  return [
    family(
      "position_attention_reasons",
      "Reasons for attention.",
      of(({ reasons }) => reasons.filter((it) => !isUnknown(it)).length),
    ),
    family(
      "position_net_pnl_usd",
      "Net PnL, USD.",
      of(({ position }) => decimal(position.performance?.net_pnl ?? null)),
    ),
    family(
      "position_unhedged_usd",
      "Net quantity at mark, USD; above zero: long.",
      of((judged) => balances.get(judged)?.unhedged),
    ),
    family(
      "position_imbalance_ratio",
      "Difference of the sides, of the larger one.",
      of((judged) => ratio(balances.get(judged)?.imbalance ?? null)),
    ),
    family(
      "position_funding_run_usd_per_day",
      "Funding a day at today's size, by what has settled in the window.",
      ofRuns(({ value }) => value),
    ),
    family(
      "position_funding_run_standard_error_usd_per_day",
      "Standard error of carry_position_funding_run_usd_per_day.",
      ofRuns(({ se }) => se),
    ),
    family(
      "position_funding_run_independent_periods",
      "Independent periods of the last 30 days, on which the standard error rests.",
      ofRuns(({ nEff }) => nEff),
    ),
  ];
}

function labelsOf({ position: { position_id, asset } }: JudgedPosition) {
  return { position: position_id, asset };
}
