import { Big } from "big.js";
import type { LegDetail } from "../../client/resources/position.js";
import {
  answer,
  each,
  type Field,
  type Fields,
  group,
  inner,
  optional,
  own,
  plain,
  shown,
  viewOf,
  within,
} from "../../output/record.js";
import type { Total, View } from "../../output/table/column.js";
import { figure } from "../../views/measure-fields.js";
import { legName } from "../../views/position/position-funding-fields.js";
import { exchangesOf, PORTFOLIO, WHOLE_LEG } from "../../views/row-fields.js";
import { LEDGER_COMPONENTS, LEDGER_SOURCES, type LedgerComponent } from "./components.js";
import { COMPONENT_NAMES, type LedgerRow } from "./texts.js";

/** What was requested of a ledger. */
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

interface ShownLedger {
  readonly rows: readonly LedgerRow[];
  readonly counts: LedgerCounts;
  readonly inputs: LedgerInputs;
}

const ID = "Position, component and day, the same in each run; with --by-leg the leg too.";
const DAYS = "The days that it covers: `2026-05-22`, or `2026-05-22 to 2026-05-24`.";
const SOURCE =
  "Difference of snapshots, opening (before the first snapshot), total so far (without a snapshot), or computed from settled events.";
const AMOUNT = "Amount in whole cents, USD; a fee that was paid is above zero.";

const OF_LEG: Field<LedgerRow>[] = [
  ...within(({ leg }: LedgerRow) => leg as LegDetail, WHOLE_LEG),
  shown({
    ...{ key: "leg", header: "leg", kind: "text", priority: 1 },
    value: ({ leg }) => leg && legName(leg),
  }),
];

const PAIR: Field<LedgerRow> = shown({
  ...{ key: "pair", header: "exchanges", kind: "text", priority: 5 },
  value: ({ exchanges }) => exchanges,
});

const rowFields = (byLeg: boolean): Fields<LedgerRow> => [
  ...PORTFOLIO,
  plain("position_id", "text", "Position identifier (uuid).", {
    of: ({ positionId }) => positionId,
    ...{ header: "id", kind: "id", priority: 2 },
  }),
  own("asset", "text", "Asset symbol.", { header: "asset", priority: 0 }),
  own("id", "text", ID, { header: "entry", isExtra: true }),
  plain("time", "text", "UTC day of the posting; of joined days the last.", {
    ...{ of: ({ day }) => day, header: "day", priority: 0 },
    note: ({ name, day }) => (name === day ? undefined : `(since ${name.slice(5, 10)})`),
  }),
  plain("days", "text", DAYS, ({ name }) => name),
  ...exchangesOf<LedgerRow>(({ legs }) => legs),
  ...(byLeg ? OF_LEG : [PAIR]),
  own("component", LEDGER_COMPONENTS, "What is posted.", {
    ...{ header: "component", priority: 0 },
    value: ({ component }) => COMPONENT_NAMES[component],
  }),
  own("source", LEDGER_SOURCES, SOURCE, { header: "source", priority: 4 }),
  own("status", "text", "Status of the position: open or closed.", {
    header: "status",
    priority: 3,
  }),
  figure("amount", AMOUNT, {
    of: ({ amount, asOf }) => ({ value: amount, unit: "usd", asOf }),
    ...{ header: "USD", signed: true, priority: 0 },
  }),
];

/** Returns `positions ledger`. @param byLeg whether its rows are those of legs */
export const ledgerAnswer = (byLeg: boolean) =>
  answer<ShownLedger>("ledger", [
    inner("inputs", "The options as typed.", ({ inputs }) => inputs, [
      own<LedgerInputs>("start", "text?", "--start."),
      own<LedgerInputs>("end", "text?", "--end."),
      optional(own<LedgerInputs>("position_ids", "texts", "The arguments.")),
      own<LedgerInputs>("by_leg", "flag", "--by-leg."),
    ]),
    each(
      "rows",
      "By day; within it openings first, then by asset, position and component.",
      ({ rows }) => rows,
      rowFields(byLeg),
    ),
    group(
      "totals",
      "Sums of the rows; counted are the positions whose figure the service reports.",
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

const ORDER = ["time", "asset", "position_id", "pair", "leg", "component", "amount", "*"];

/** View of the amounts of a ledger, with their totals. @param byLeg whether they are those of legs */
export function ledgerView(byLeg: boolean): View<LedgerRow> {
  const totals = (rows: readonly LedgerRow[]) => [
    LEDGER_COMPONENTS.flatMap((component) => totalOf(rows, component)),
  ];
  return viewOf(rowFields(byLeg), { totals, empty: "Nothing is posted." }, ORDER);
}

function totalOf(rows: readonly LedgerRow[], component: LedgerComponent): Total[] {
  if (!rows.some((row) => row.component === component)) return [];
  const value = sumOf(rows, component).toFixed();
  const label = COMPONENT_NAMES[component];
  return [{ label, kind: "usd", signed: true, value }];
}
