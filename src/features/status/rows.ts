import type { Measure } from "../../analytics/measure.js";
import type { Concern, Reason } from "../../analytics/position/reason.js";
import { ALL_CODES } from "../../base/reason-codes.js";
import {
  each,
  type Field,
  type Fields,
  optional,
  own,
  plain,
  shown,
  viewOf,
  within,
} from "../../output/record.js";
import type { Column, View } from "../../output/table/column.js";
import { pickColumn } from "../../output/table/pick-column.js";
import { figure } from "../../views/measure-fields.js";
import { performanceColumns } from "../../views/position/performance.js";
import {
  continues,
  type PositionRow,
  type ServiceClock,
} from "../../views/position/position-row.js";
import { pairColumn, positionColumns } from "../../views/position/positions.js";
import { reasonText } from "../../views/position/reasons.js";
import { LEG } from "../../views/row-fields.js";

/** A reason why a position needs attention. */
export interface ReasonRow extends PositionRow {
  readonly reason: Reason;
}

/** Returns one row per reason, grouped by position. */
export function reasonRows(concerns: readonly Concern[]): ReasonRow[] {
  return concerns.flatMap(({ position, reasons }) =>
    reasons.map((reason) => ({ position, legs: position.legs, reason })),
  );
}

/** Any reason, with the figures that it has. */
type AnyReason = Pick<Reason, "code"> & {
  readonly [K in KeyOf<Reason>]?: Extract<Reason, Readonly<Record<K, unknown>>>[K];
};
type KeyOf<R> = R extends unknown ? keyof R : never;

const AGE = "performance_stale, mark_stale: age; negative if it is in the future.";
const UNHEDGED = "unbalanced: net quantity at the mean mark of the larger side, USD.";
const UPDATED = "Time the mark price was last updated (ISO 8601).";
const LEGS = "The legs concerned, if not all.";

/** What reasons have besides their codes. */
const FIGURES: Fields<AnyReason> = [
  own("imbalance", "number?", "unbalanced: percent of the larger side."),
  plain("net_quantity", "number?", "unbalanced: long minus short, in the asset.", (it) => {
    return it.netQuantity;
  }),
  optional(
    plain("unhedged_notional", "number|null", UNHEDGED, ({ unhedged }) => unhedged),
    ({ unhedged }) => unhedged !== undefined,
  ),
  own("away", "number?", "margin_thin: price move until the initial margin is lost, percent."),
  own("amount", "number?", "losing: funding and price PnL, USD."),
  plain("funding", "number?", "paying: funding of the last day, USD.", (it) => it.funding?.value),
  plain(
    "per_day",
    "number?",
    "fees_unearned: funding per day over 7 days, USD.",
    (it) => it.perDay,
  ),
  plain("age_seconds", "integer?", AGE, ({ ageMs }) => {
    return ageMs === undefined ? undefined : Math.round(ageMs / 1000);
  }),
  own("fields", "texts?", "unreadable: the fields that could not be read."),
  optional(
    each("legs", LEGS, ({ legs = [] }) => legs, [
      ...LEG,
      own("mark_price_updated_at", "time|null", UPDATED),
    ]),
    ({ legs }) => legs !== undefined,
  ),
  optional(
    figure("funding_run", "paying, funding_unknown: the funding judged.", runOf),
    (it) => runOf(it) !== undefined,
  ),
  plain("next", "time?", "not_settled: time of the next settlement (ISO 8601).", (it) => it.next),
];

/** Returns the funding that a reason is about. */
function runOf({ funding, run }: AnyReason) {
  return (funding ?? run) as Measure;
}

/** Returns the fields of a reason, with the columns of a position, which it has once. */
export function reasonFields(
  codes: readonly string[] = ALL_CODES,
  clock: ServiceClock = { now: 0 },
): Field<ReasonRow>[] {
  const known: Column<ReasonRow>[] = [...positionColumns, ...performanceColumns(clock)];
  const once = (key: string, priority: number, only?: "csv") =>
    shown({ ...pickColumn(known, key), priority, blank: continues, ...(only && { only }) });
  return [
    once("asset", 0),
    once("position_id", 1),
    once("opened_at", 9, "csv"),
    shown(pairColumn),
    once("performance.net_pnl", 2),
    plain("code", codes, "Rule in docs/reference/figures/status.md.", {
      of: ({ reason }) => reason.code,
      ...{ header: "code", priority: 9, only: "csv" },
    }),
    plain("text", "text", "The reason in words.", {
      of: ({ reason, position }) => reasonText(reason, position),
      ...{ key: "reason", header: "needs attention because", kind: "prose" },
    }),
    ...within(({ reason }: ReasonRow): AnyReason => reason, FIGURES),
  ];
}

/** View of reasons, one per row. */
export function reasonsView(clock: ServiceClock): View<ReasonRow> {
  return viewOf(reasonFields(ALL_CODES, clock), { empty: "Nothing needs attention." });
}
