import type { Measure } from "../../analytics/measure.js";
import type { Concern, Concerned, Reason } from "../../analytics/position/reason.js";
import { severityOf, stakeOf } from "../../analytics/position/stake.js";
import { ALL_CODES } from "../../base/reason-codes.js";
import { SEVERITIES } from "../../base/severity.js";
import {
  each,
  type Field,
  type Fields,
  group,
  optional,
  own,
  plain,
  shown,
  viewOf,
  within,
} from "../../output/record.js";
import type { View } from "../../output/table/column.js";
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
import { LEG, NO_OWNER, type Owned, type OwnerOf, PORTFOLIO } from "../../views/row-fields.js";

/** A reason why a position needs attention, or all of them together. */
export interface ReasonRow extends Owned, Pick<PositionRow, "legs"> {
  readonly position: Concerned;
  readonly reason: Reason;
  /** The gravest of its position. */
  readonly gravest: Reason;
}

/** Returns one row per reason, grouped by position. @param ownerOf default: not shown */
export function reasonRows(
  concerns: readonly Concern<Concerned>[],
  ownerOf: OwnerOf = NO_OWNER,
): ReasonRow[] {
  return concerns.flatMap(({ position, reasons }) =>
    reasons.map((reason) => ({
      position,
      legs: position?.legs ?? [],
      reason,
      gravest: reasons[0] ?? reason,
      ...ownerOf(position?.position_id),
    })),
  );
}

/** Any reason, with the figures that it has. */
type AnyReason = Pick<Reason, "code"> & {
  readonly [K in KeyOf<Reason>]?: Extract<Reason, Readonly<Record<K, unknown>>>[K] | undefined;
};
type KeyOf<R> = R extends unknown ? keyof R : never;

const AGE = "performance_stale, mark_stale: age; negative if it is in the future.";
const UNHEDGED = "unbalanced: net quantity at the mean mark of the larger side, USD.";
const UPDATED = "Time the mark price was last updated (ISO 8601).";
const SEVERITY = "critical can hurt today, warning costs money, info is data.";
const DISTANCE_SD = "margin_thin: the same in standard deviations of a day's change.";
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
  own("distance", "number?", "margin_thin: price move until the initial margin is lost, percent."),
  plain("distance_sd", "number?", DISTANCE_SD, ({ distanceSd }) => distanceSd),
  own("amount", "number?", "losing: funding and price PnL, USD."),
  plain("funding", "number?", "`paying`: funding of the last day, USD.", (it) => it.funding?.value),
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
    figure("funding_run", "`paying`, `funding_unknown`: the funding judged.", runOf),
    (it) => runOf(it) !== undefined,
  ),
  plain("next", "time?", "not_settled: time of the next settlement (ISO 8601).", (it) => it.next),
];

/** Returns the funding that a reason is about. */
function runOf({ funding, run }: AnyReason) {
  return (funding ?? run) as Measure;
}

/** How serious a reason is; of a position its gravest. */
export const GRAVITY: Fields<Pick<ReasonRow, "position" | "reason">> = [
  plain("severity", SEVERITIES, SEVERITY, ({ reason }) => severityOf(reason)),
  {
    ...figure("at_stake", "Amount at stake; null if unknown.", ({ position, reason }) => {
      return stakeOf(position, reason);
    }),
    details: ["at_stake.unit"],
  },
];

/** Returns the fields of a reason. */
export function reasonFields(codes: readonly string[]): Field<ReasonRow>[] {
  return [
    plain("code", codes, "Rule: carry explain <code>.", ({ reason }) => reason.code),
    ...GRAVITY,
    plain("text", "text", "The reason in words.", {
      of: ({ reason, position }) => reasonText(reason, position),
      ...{ header: "needs attention because", kind: "prose" },
    }),
    ...within(({ reason }: ReasonRow): AnyReason => reason, FIGURES),
  ];
}

const ID = "Position identifier (uuid); null for all open positions together.";

/** Identity and net PnL of a position; null for all positions together. */
export const NAMED: Fields<Owned & Pick<ReasonRow, "position">> = [
  ...PORTFOLIO,
  plain("position_id", "text|null", ID, ({ position }) => position?.position_id),
  plain("asset", "text|null", "Asset symbol.", ({ position }) => position?.asset),
  plain("opened_at", "time|null", "Time it was opened (ISO 8601).", (it) => it.position?.opened_at),
  plain("net_pnl", "number|null", "Net PnL, USD.", (it) => it.position?.performance?.net_pnl),
];

function isOfPosition(row: ReasonRow): row is ReasonRow & PositionRow {
  return row.position !== undefined;
}

/** View of reasons, one per row, with columns of the position, which a table shows once. */
export function reasonsView(clock: ServiceClock): View<ReasonRow> {
  const known = [...positionColumns, pairColumn, ...performanceColumns(clock)];
  const once = (key: string, priority: number, path = key) => {
    const { value, mark, unsure, header, kind, signed = false } = pickColumn(known, key);
    return shown<ReasonRow>({
      ...{ key: path, header, kind, signed, priority, blank: continues },
      value: (row) => (isOfPosition(row) ? value(row) : undefined),
      mark: (row) => (isOfPosition(row) ? (mark?.(row) ?? []) : []),
      unsure: (row) => isOfPosition(row) && unsure?.(row) === true,
    });
  };
  const fields = [
    once("asset", 0),
    once("position_id", 1),
    once("pair", 3),
    once("performance.net_pnl", 2, "net_pnl"),
    ...NAMED,
    ...within(({ position, gravest }: ReasonRow) => ({ position, reason: gravest }), GRAVITY),
    group("reasons", "The reason.", reasonFields(ALL_CODES)),
  ];
  return viewOf(fields, { empty: "Nothing needs attention." });
}
