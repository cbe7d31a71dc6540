import { instantOf } from "../../client/listing/record-time.js";
import { type Fields, plain, shown, within } from "../../output/record.js";
import { tableSection } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import { figure } from "../../views/measure-fields.js";
import { APR_LOOK } from "../../views/position/performance.js";
import { PORTFOLIO, POSITION } from "../../views/row-fields.js";
import type { Reconcilable } from "./figures.js";
import { type ImpliedCapital, impliedCapital } from "./implied-capital.js";

interface CapitalRow extends ImpliedCapital {
  readonly position: Reconcilable;
  readonly handle?: string | undefined;
  /** When the service calculated the performance. */
  readonly asOf: number | undefined;
}

const CAPITAL =
  "net PnL x 36500 / APR / days, USD; null without them, or where the APR is near zero or contradicts the net PnL.";

/** The fields of the capital that the APR of a position implies. */
export const CAPITAL_FIELDS: Fields<CapitalRow> = [
  ...within(({ position }: CapitalRow) => position, [...PORTFOLIO, ...POSITION]),
  shown({
    ...{ key: "position", header: "position", kind: "text", priority: 0 },
    value: ({ handle }) => handle,
  }),
  figure("apr", "APR as sent, percent.", {
    of: ({ apr, asOf }: CapitalRow) => ({
      ...{ value: apr, unit: "percent_per_year", base: "service_capital", asOf },
    }),
    ...{ header: "APR", kind: "percent", signed: true, ...APR_LOOK },
  }),
  figure("capital", CAPITAL, {
    of: ({ capital, asOf }) => ({ value: capital, unit: "usd", asOf }),
    header: "implied capital",
  }),
  plain("entry_ratio", "number|null", "Capital / half the entry notional of what is held.", {
    of: ({ ratio }) => ratio,
    ...{ header: "x half entry notional", kind: "text", align: "right", priority: 0 },
    value: ({ ratio }) => ratio?.toFixed(2),
  }),
];

/** Returns the capital that the APR of a position implies. */
export function capitalRow(position: Reconcilable, handle?: string): CapitalRow {
  const asOf = instantOf(position.performance?.calculated_at ?? "") || undefined;
  return { position, handle, asOf, ...impliedCapital(position) };
}

/** Returns the capital that the APR of each position implies, as a section. */
export function capitalSection(
  positions: readonly Reconcilable[],
  handleOf: (position: Reconcilable) => string | undefined,
): Section {
  const columns = CAPITAL_FIELDS.flatMap((it) => it.columns);
  const title = "Capital that the APR implies: net PnL x 36500 / APR / days";
  return tableSection(
    positions.map((it) => capitalRow(it, handleOf(it))),
    columns,
    title,
  );
}
