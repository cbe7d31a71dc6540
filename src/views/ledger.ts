import { Big } from "big.js";
import { LEDGER_COMPONENTS, type LedgerComponent } from "../analytics/ledger-components.js";
import { mapValues } from "../base/map-values.js";
import { sourced } from "../output/formats/exact-json.js";
import type { Column, Total, View } from "../output/table/column.js";
import type { Sourced } from "../output/text/sourced.js";
import { COMPONENT_NAMES, type LedgerRow } from "./ledger-texts.js";

/** What a ledger was asked for. */
export interface LedgerInputs {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  readonly position_ids?: readonly string[] | undefined;
  readonly by_leg: boolean;
}

/** Number of positions of a ledger that have a component, of all of them. */
export type LedgerCounts = Readonly<
  Record<LedgerComponent, { readonly counted: number; readonly of: number }>
>;

/** Returns the amounts for programs; their shape is that of `carry schema ledger`. */
export function ledgerJson(
  rows: readonly LedgerRow[],
  counts: LedgerCounts,
  inputs: LedgerInputs,
): Sourced<unknown> {
  return sourced({
    inputs,
    rows: rows.map(rowJson),
    totals: mapValues(counts, (count, component) => ({
      value: sumOf(rows, component),
      unit: "usd",
      ...count,
    })),
  });
}

function rowJson(row: LedgerRow) {
  const { id, positionId, asset, exchanges, component, source, day, name, amount, asOf } = row;
  return {
    ...{ id, day, days: name, position_id: positionId, asset, exchanges },
    ...{ component, source, open: row.isOpen },
    ...(row.leg !== undefined && { leg: legJson(row.leg) }),
    amount: { value: amount, unit: "usd", as_of: new Date(asOf).toISOString() },
  };
}

function legJson({ leg_id, side, exchange, symbol, market_id }: NonNullable<LedgerRow["leg"]>) {
  return { leg_id, side, exchange, symbol, market_id };
}

function sumOf(rows: readonly LedgerRow[], component: LedgerComponent): Big {
  const own = rows.filter((row) => row.component === component);
  return own.reduce((sum, { amount }) => sum.plus(amount), new Big(0));
}

const text = (
  key: string,
  priority: number,
  value: (row: LedgerRow) => string | undefined,
): Column<LedgerRow> => ({ ...{ key, header: key, kind: "text", priority, value } });

const columns: readonly Column<LedgerRow>[] = [
  { ...text("id", 6, ({ id }) => id), header: "entry" },
  {
    ...text("day", 0, ({ day }) => day),
    note: ({ name, day }) => (name === day ? undefined : `(since ${name.slice(5, 10)})`),
  },
  text("asset", 0, ({ asset }) => asset),
  { key: "position_id", header: "id", kind: "id", priority: 2, value: (row) => row.positionId },
  text("exchanges", 5, ({ exchanges }) => exchanges),
  { ...text("leg", 1, legText), header: "leg" },
  text("component", 0, ({ component }) => COMPONENT_NAMES[component]),
  {
    ...{ key: "amount", header: "USD", kind: "usd", signed: true, priority: 0 },
    value: ({ amount }) => amount.toFixed(),
    tone: (row) => (row.component === "fees_paid" ? "plain" : undefined),
  },
  text("source", 4, ({ source }) => source),
  text("status", 3, ({ isOpen }) => (isOpen ? "open" : "closed")),
];
const keys = columns.map(({ key }) => key);

function legText({ leg }: LedgerRow): string | undefined {
  return leg && `${leg.side} ${leg.exchange} ${leg.symbol}`;
}

/** View of the amounts of a ledger, with their totals. @param byLeg whether they are those of legs */
export function ledgerView(byLeg: boolean): View<LedgerRow> {
  const shown = keys.filter((key) => (byLeg ? key !== "exchanges" : key !== "leg"));
  return {
    rows: (row) => [row],
    columns,
    defaults: { table: shown.filter((key) => key !== "id"), csv: shown },
    totals: (rows) => [LEDGER_COMPONENTS.flatMap((component) => totalOf(rows, component))],
    empty: "Nothing is posted.",
  };
}

function totalOf(rows: readonly LedgerRow[], component: LedgerComponent): Total[] {
  if (!rows.some((row) => row.component === component)) return [];
  const value = sumOf(rows, component).toFixed();
  const label = COMPONENT_NAMES[component];
  return [{ label, kind: "usd", signed: true, value, ...(component === "fees_paid" && PLAIN) }];
}

const PLAIN = { tone: "plain" } as const;
