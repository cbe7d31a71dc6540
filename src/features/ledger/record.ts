import { Big } from "big.js";
import {
  answer,
  each,
  type Fields,
  group,
  optional,
  own,
  part,
  plain,
  shown,
  viewOf,
  within,
} from "../../output/record.js";
import type { Total, View } from "../../output/table/column.js";
import { figure } from "../../views/measure-fields.js";
import { LEG } from "../../views/row-fields.js";
import { LEDGER_COMPONENTS, LEDGER_SOURCES, type LedgerComponent } from "./components.js";
import { COMPONENT_NAMES, type LedgerRow } from "./texts.js";

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

/** What a ledger has. */
interface ShownLedger {
  readonly rows: readonly LedgerRow[];
  readonly counts: LedgerCounts;
  readonly inputs: LedgerInputs;
}

const ID = "Position, component and day, the same in each run; with --by-leg the leg too.";
const DAYS = "The days that it covers: `2026-05-22`, or `2026-05-22 to 2026-05-24`.";
const EXCHANGES = "Exchanges of the long and the short legs on that day.";
const SOURCE =
  "Difference of snapshots, opening (before the first snapshot), total so far (without a snapshot), or computed from settled events.";
const AMOUNT = "Amount in whole cents, USD; a fee that was paid is above zero.";

const ROW: Fields<LedgerRow> = [
  own("id", "text", ID, { header: "entry", priority: 6 }),
  own("day", "text", "UTC day of the posting; of joined days the last.", {
    ...{ header: "day", priority: 0 },
    note: ({ name, day }) => (name === day ? undefined : `(since ${name.slice(5, 10)})`),
  }),
  plain("days", "text", DAYS, ({ name }) => name),
  plain("position_id", "text", "Position identifier (uuid).", {
    of: ({ positionId }) => positionId,
    ...{ header: "id", kind: "id", priority: 2 },
  }),
  own("asset", "text", "Asset symbol.", { header: "asset", priority: 0 }),
  own("exchanges", "text", EXCHANGES, { header: "exchanges", priority: 5 }),
  own("component", LEDGER_COMPONENTS, "What is posted.", {
    ...{ header: "component", priority: 0 },
    value: ({ component }) => COMPONENT_NAMES[component],
  }),
  own("source", LEDGER_SOURCES, SOURCE, { header: "source", priority: 4 }),
  plain("open", "flag", "Whether the position is open.", {
    of: ({ isOpen }) => isOpen,
    ...{ key: "status", header: "status", kind: "text", priority: 3 },
    value: ({ isOpen }) => (isOpen ? "open" : "closed"),
  }),
  part("leg", "--by-leg: the leg.", ({ leg }: LedgerRow) => leg, [
    own("leg_id", "text", "Leg identifier (uuid)."),
    ...LEG,
  ]),
  shown({
    ...{ key: "leg", header: "leg", kind: "text", priority: 1 },
    value: ({ leg }) => leg && `${leg.side} ${leg.exchange} ${leg.symbol}`,
  }),
  figure("amount", AMOUNT, {
    of: ({ amount, asOf }) => ({ value: amount, unit: "usd", asOf }),
    ...{ header: "USD", signed: true, priority: 0 },
  }),
];

/** `positions ledger`. */
export const LEDGER = answer<ShownLedger>("ledger", [
  group(
    "inputs",
    "The options as typed.",
    within(
      ({ inputs }) => inputs,
      [
        own<LedgerInputs>("start", "text?", "--start."),
        own<LedgerInputs>("end", "text?", "--end."),
        optional(own<LedgerInputs>("position_ids", "texts", "The arguments.")),
        own<LedgerInputs>("by_leg", "flag", "--by-leg."),
      ],
    ),
  ),
  each(
    "rows",
    "By day; within it openings first, then by asset, position and component.",
    ({ rows }) => rows,
    ROW,
  ),
  group(
    "totals",
    "Sums of the rows; counted are the positions whose figure the service tells.",
    LEDGER_COMPONENTS.map((component) =>
      figure(component, "Sum of the rows, USD.", ({ rows, counts }) => {
        return { value: sumOf(rows, component), unit: "usd", ...counts[component] };
      }),
    ),
  ),
]);

function sumOf(rows: readonly LedgerRow[], component: LedgerComponent): Big {
  const own = rows.filter((row) => row.component === component);
  return own.reduce((sum, { amount }) => sum.plus(amount), new Big(0));
}

const ORDER = ["id", "day", "asset", "position_id", "exchanges", "leg", "component", "amount"];

/** View of the amounts of a ledger, with their totals. @param byLeg whether they are those of legs */
export function ledgerView(byLeg: boolean): View<LedgerRow> {
  const totals = (rows: readonly LedgerRow[]) => [
    LEDGER_COMPONENTS.flatMap((component) => totalOf(rows, component)),
  ];
  const view = viewOf(ROW, { totals, empty: "Nothing is posted." }, [...ORDER, "*"]);
  const csv = view.defaults.csv.filter((key) => key !== (byLeg ? "exchanges" : "leg"));
  return { ...view, defaults: { table: csv.filter((key) => key !== "id"), csv } };
}

function totalOf(rows: readonly LedgerRow[], component: LedgerComponent): Total[] {
  if (!rows.some((row) => row.component === component)) return [];
  const value = sumOf(rows, component).toFixed();
  const label = COMPONENT_NAMES[component];
  return [{ label, kind: "usd", signed: true, value }];
}
