import { nowAprOf } from "../../analytics/funding/now-apr.js";
import { OUTLOOK_STATES } from "../../analytics/funding/outlook-states.js";
import { type BreakEven, breakEvenOf } from "../../analytics/position/break-even.js";
import { decimal } from "../../base/decimal.js";
import { type Fields, number, text } from "./field.js";
import { held, type PositionSubject } from "./position-subject.js";

/** What a position is paid. Formulas: docs/reference/figures/list.md, "Run", "Outlook" and "Break-even". */
export const FUNDING_FIELDS: Fields<PositionSubject> = {
  funding_24h: held("funding settled in the last 24 hours, since the opening, USD", ({ runs }) => {
    return runs["24h"].settled.value;
  }),
  funding_7d: held("funding settled in the last 7 days, since the opening, USD", ({ runs }) => {
    return runs["7d"].settled.value;
  }),
  funding_30d: held("funding settled in the last 30 days, since the opening, USD", ({ runs }) => {
    return runs["30d"].settled.value;
  }),
  run_24h: held("funding a day at today's size, over 24 hours, USD", ({ runs }) => {
    return runs["24h"].perDay.value;
  }),
  run_3d: held("funding a day at today's size, over 3 days, USD", ({ outlook }) => {
    return outlook().runs["3d"].perDay.value;
  }),
  run_7d: held("funding a day at today's size, over 7 days, USD", ({ runs }) => {
    return runs["7d"].perDay.value;
  }),
  run_30d: held("funding a day at today's size, over 30 days, USD", ({ runs }) => {
    return runs["30d"].perDay.value;
  }),
  now_apr: held("run_24h in a year, percent of notional", ({ position, runs }) => {
    return nowAprOf(position, runs);
  }),
  worst_week: held(
    "least funding of 7 days in a row in the last 30, at today's size, USD",
    ({ outlook }) => {
      return outlook().worstWeek.value;
    },
  ),
  eaten_by_basis: held("rise of the basis that costs what 7 days paid, points", ({ outlook }) => {
    return outlook().eatenByBasis.value;
  }),
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

function breakEven({ position, runs, isUnchecked }: PositionSubject): BreakEven {
  if (isUnchecked) return { kind: "unknown" };
  return breakEvenOf(decimal(position.performance?.net_pnl ?? null), runs);
}
