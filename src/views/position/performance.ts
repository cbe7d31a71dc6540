import { LEAST_SETTLEMENTS, type Runs } from "../../analytics/funding/shown-runs.js";
import { totalsOf } from "../../analytics/portfolio/totals.js";
import { restsOnStalePerformance } from "../../analytics/position/mark.js";
import { feesOf, spreadOf } from "../../analytics/position/position-figures.js";
import { asSent, doubtedFields } from "../../base/as-sent.js";
import { decimal } from "../../base/decimal.js";
import { groupBy } from "../../base/group-by.js";
import type { Handles } from "../../base/names/handle.js";
import type { Performance, Position } from "../../client/resources/position.js";
import type { Column, Total } from "../../output/table/column.js";
import { asMarks, type Mark } from "../../output/table/mark.js";
import { leftOutTotals, resultTotals } from "../figures.js";
import { staleFiguresSign, staleMark } from "./leg-columns.js";
import { continues, type PositionRow, type ServiceClock } from "./position-row.js";
import { type RunsOf, YOUNG } from "./run.js";

/* The performance with sums for traders; shown once per position. */
const columns: readonly Column<PositionRow>[] = [
  usd("funding_pnl", "funding", 2, (it) => it.funding_pnl),
  usd("fees", "fees", 5, (it) => feesOf(it)?.toFixed(), false),
  usd("fees.paid", "fees paid", 6, (it) => it.fees.paid, false),
  usd("fees.estimated_exit", "exit fees (est.)", 7, (it) => it.fees.estimated_exit, false),
  {
    ...usd("spread_pnl", "price PnL", 5, (it) => spreadOf(it)?.toFixed()),
    otherName: "spread",
  },
  usd("spread_pnl.realized", "realized", 6, (it) => it.spread_pnl.realized),
  usd("spread_pnl.unrealized", "unrealized", 6, (it) => it.spread_pnl.unrealized),
  usd("net_pnl", "net PnL", 0, (it) => it.net_pnl),
  column("duration_days", "days", "quantity", 8, (it) => it.duration_days),
  { ...column("apr", "APR", "percent", 3, (it) => it.apr), signed: true },
  column("calculated_at", "calculated", "time", 9, (it) => it.calculated_at),
];

/** Columns that depend on mark prices. */
const AT_MARK: ReadonlySet<string> = new Set(
  ["spread_pnl", "spread_pnl.unrealized", "net_pnl", "apr"].map((key) => `performance.${key}`),
);

/** Columns of the performance as sent, without sums. */
export const PERFORMANCE_AS_SENT: readonly string[] = columns
  .map(({ key }) => key)
  .filter((key) => key !== "performance.fees" && key !== "performance.spread_pnl");

export interface PerformanceOptions extends ServiceClock {
  /** Current funding of each position; undefined if not requested. */
  readonly runsOf?: RunsOf | undefined;
}

/** Returns the columns of the performance; figures that depend on a stale mark price are marked. */
export function performanceColumns(options: PerformanceOptions): Column<PositionRow>[] {
  const old = ({ position }: PositionRow) =>
    restsOnStalePerformance(position, options) ? [staleFiguresSign(options)] : [];
  const atMark = ({ position }: PositionRow) =>
    asMarks(position.performance && staleMark(position, options));
  return columns.map((column): Column<PositionRow> => {
    if (TIMES.has(column.key)) return column;
    const isApr = column.key === APR;
    const marks = [
      ...(isApr ? [youngMark] : []),
      ...(AT_MARK.has(column.key) ? [atMark] : []),
      old,
    ];
    return {
      ...column,
      ...(isApr && {
        unsure: (row: PositionRow) =>
          column.unsure?.(row) === true || isTooYoung(row.position, options.runsOf?.(row.position)),
      }),
      mark: (row) => marks.flatMap((mark) => mark(row)),
    };
  });
}

/** Columns that are times and get no mark. */
const TIMES: ReadonlySet<string> = new Set([
  "performance.duration_days",
  "performance.calculated_at",
]);
const APR = "performance.apr";

/** Reports whether the data is too short for an annual rate: under a day, or 3 settlements of a leg. */
function isTooYoung(position: Position, runs: Runs | undefined): boolean {
  const settlements = runs?.settlements ?? LEAST_SETTLEMENTS;
  return daysOf(position) < 1 || settlements < LEAST_SETTLEMENTS;
}

function youngMark({ position }: Pick<PositionRow, "position">): readonly Mark[] {
  return position.performance && daysOf(position) < 7 ? [YOUNG] : [];
}

/** Returns the APR since opening with its marks; null where the data is too short for one. */
export function aprSinceOpening(position: Position, runs: Runs | undefined) {
  const apr = isTooYoung(position, runs) ? null : (position.performance?.apr ?? null);
  return { value: decimal(apr), marks: youngMark({ position }) };
}

function daysOf({ performance }: PositionRow["position"]): number {
  return performance?.duration_days ?? 0;
}

/** Sums the shown positions, open and closed ones apart, and names those in no sum of the net PnL. */
export function performanceTotals(
  positions: readonly Position[],
  clock: ServiceClock,
  handles: Handles,
): Total[][] {
  const apart = groupBy(positions, ({ status }) => (status === "closed" ? status : "open"));
  const totals = (["open", "closed"] as const).flatMap((status) => {
    const some = apart.get(status);
    return some === undefined ? [] : [[status, totalsOf(some, clock)] as const];
  });
  return [
    ...totals.map(([status, own]) => resultTotals(status, own)),
    ...leftOutTotals(totalsOf(positions, clock), handles),
  ];
}

function usd(
  key: string,
  header: string,
  priority: number,
  value: (performance: Performance) => unknown,
  signed = true,
): Column<PositionRow> {
  return { ...column(key, header, "usd", priority, value), signed };
}

function column(
  key: string,
  header: string,
  kind: Column<PositionRow>["kind"],
  priority: number,
  value: (performance: Performance) => unknown,
): Column<PositionRow> {
  return {
    key: `performance.${key}`,
    header,
    kind,
    priority,
    value: ({ position }) => position.performance && value(asSent(position.performance)),
    unsure: ({ position: { performance: own } }) =>
      own !== undefined && doubtedFields(own).includes(key),
    blank: continues,
  };
}
