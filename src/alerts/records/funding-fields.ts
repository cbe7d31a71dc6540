import { nowAprOf } from "../../analytics/funding/now-apr.js";
import type { RunWindow } from "../../analytics/funding/run.js";
import type { ShownWindow } from "../../analytics/funding/shown-runs.js";
import { OUTLOOK_STATES } from "../../analytics/funding/state-names.js";
import { type BreakEven, breakEvenOf } from "../../analytics/position/break-even.js";
import { decimal } from "../../base/decimal.js";
import { OUTLOOK_ROW, type OutlookRow } from "../../features/outlook/record.js";
import { ahead, ofPosition } from "../../figures/catalog/next.js";
import { declaredFields, type Fields, figuresOf, number, text } from "./field.js";
import { held, type PositionSubject } from "./position-subject.js";

/** Funding of a position. Formulas: src/features/list/explain.md, "Run", "Outlook" and "Break-even". */
export const FUNDING_FIELDS: Fields<PositionSubject> = {
  funding_24h: settled("24 hours", "24h"),
  funding_7d: settled("7 days", "7d"),
  funding_30d: settled("30 days", "30d"),
  ...figuresOf(OUTLOOK_ROW, outlookRow),
  ...declaredFields(ahead(ofPosition), (it: PositionSubject) =>
    it.isUnchecked ? undefined : it.declared(),
  ),
  run_24h_se: standardError("24h"),
  run_3d_se: standardError("3d"),
  run_7d_se: standardError("7d"),
  run_30d_se: standardError("30d"),
  run_n_eff: number("independent periods of the last 30 days, on which these rest", (it) => {
    return it.isUnchecked ? undefined : it.outlook().runs["7d"].perDay.nEff;
  }),
  now_apr: held("run_7d in a year, percent of notional", (it) => nowAprOf(it.position, it.runs)),
  state: text(
    "how its funding has changed, see below",
    (it) => (it.isUnchecked ? undefined : it.outlook().state),
    OUTLOOK_STATES,
  ),
  break_even: text(
    "whether its net PnL gets to zero at the funding of the last 7 days, see below",
    (it) => {
      const { kind } = breakEven(it);
      return kind === "unknown" ? undefined : kind;
    },
    ["past", "back", "in", "never"],
  ),
  break_even_days: number("days until then; 0 for past and back", (it) => {
    const found = breakEven(it);
    if (found.kind === "in") return found.days.toNumber();
    return found.kind === "past" || found.kind === "back" ? 0 : undefined;
  }),
};

function settled(span: string, window: ShownWindow) {
  const what = `funding settled in the last ${span}, since the opening, USD`;
  return held(what, ({ runs }) => runs[window].settled.value);
}

/** Returns the outlook of a position; undefined if what is held is unknown. */
function outlookRow({ position, outlook, isUnchecked }: PositionSubject): OutlookRow | undefined {
  if (isUnchecked) return undefined;
  const { legs } = position;
  return { portfolio_id: "", position, legs, outlook: outlook(), isUnchecked };
}

function standardError(window: RunWindow) {
  return number<PositionSubject>(`standard error of run_${window}, USD`, (it) =>
    it.isUnchecked ? undefined : it.outlook().runs[window].perDay.se,
  );
}

function breakEven({ position, runs, isUnchecked }: PositionSubject): BreakEven {
  if (isUnchecked) return { kind: "unknown" };
  return breakEvenOf(decimal(position.performance?.net_pnl ?? null), runs);
}
