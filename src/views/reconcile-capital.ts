import { type ImpliedCapital, impliedCapital } from "../analytics/implied-capital.js";
import type { Reconcilable } from "../analytics/reconcile.js";
import type { Column } from "../output/table/column.js";
import { tableSection } from "../output/table/page.js";
import type { Section } from "../output/table/section.js";

interface CapitalRow extends ImpliedCapital {
  readonly position: Reconcilable;
}

const columns: readonly Column<CapitalRow>[] = [
  {
    key: "position",
    header: "position",
    kind: "text",
    priority: 0,
    value: ({ position }) => `${position.asset} ${position.position_id.slice(0, 8)}`,
  },
  { key: "apr", header: "APR", kind: "percent", signed: true, value: ({ apr }) => apr?.toFixed() },
  {
    key: "capital",
    header: "implied capital",
    kind: "usd",
    priority: 0,
    value: ({ capital }) => capital?.toFixed(),
  },
  {
    key: "ratio",
    header: "x half entry notional",
    kind: "text",
    align: "right",
    priority: 0,
    value: ({ ratio }) => ratio?.toFixed(2),
  },
];

/** Returns the capital that the APR of each position implies. */
export function capitalSection(positions: readonly Reconcilable[]): Section {
  const rows = positions.map((position) => ({ position, ...impliedCapital(position) }));
  return tableSection(rows, columns, "Capital that the APR implies: net PnL x 36500 / APR / days");
}

/** Returns the same for programs. */
export function capitalJson(position: Reconcilable) {
  const { apr, capital, ratio } = impliedCapital(position);
  return {
    position_id: position.position_id,
    asset: position.asset,
    apr: { value: apr, unit: "percent", as_of: position.performance?.calculated_at },
    capital: { value: capital, unit: "usd", as_of: position.performance?.calculated_at },
    entry_ratio: ratio,
  };
}
