import { nowAprOf } from "../../analytics/funding/now-apr.js";
import type { ShownWindow } from "../../analytics/funding/shown-runs.js";
import { basis, basisUsd, rate7d, run7d, run24h, run30d } from "../../figures/catalog/funding.js";
import { ahead, ofPosition } from "../../figures/catalog/next.js";
import { exitFees } from "../../figures/catalog/position.js";
import { declaredFields, type Fields, number } from "./field.js";
import { held, type PositionSubject } from "./position-subject.js";

const DECLARED = [
  ...[run24h, run7d, run30d, rate7d, basis, basisUsd, exitFees],
  ...ahead(ofPosition),
];

/** Funding of a position. Formulas: carry explain <name>. */
export const FUNDING_FIELDS: Fields<PositionSubject> = {
  funding_24h: settled("24 hours", "24h"),
  funding_7d: settled("7 days", "7d"),
  funding_30d: settled("30 days", "30d"),
  ...declaredFields(DECLARED, (it: PositionSubject) =>
    it.isUnchecked ? undefined : it.declared(),
  ),
  run_24h_se: standardError(run24h),
  run_7d_se: standardError(run7d),
  run_30d_se: standardError(run30d),
  now_apr: held("run_7d in a year, percent of notional", (it) => nowAprOf(it.position, it.runs)),
};

function settled(span: string, window: ShownWindow) {
  const what = `funding settled in the last ${span}, since the opening, USD`;
  return held(what, ({ runs }) => runs[window].settled.value);
}

function standardError(run: typeof run7d) {
  return number<PositionSubject>(`standard error of ${run.id}, USD`, (it) =>
    it.isUnchecked ? undefined : run(it.declared()).evidence.se,
  );
}
