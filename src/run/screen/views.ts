import { isoTime } from "../../base/time/moment.js";
import { POSITION_CATALOG, REASONS, WHO } from "../../figures/catalog/catalog.js";
import * as funding from "../../figures/catalog/funding.js";
import { leverage } from "../../figures/catalog/leg.js";
import { ofPosition as next } from "../../figures/catalog/next.js";
import * as position from "../../figures/catalog/position.js";
import { stressed, worstMove } from "../../figures/catalog/stress.js";
import { next24h, nextAt, nextLong, nextShort, nextTime } from "../../figures/catalog/upcoming.js";
import type { Declared, Fig } from "../../figures/figure.js";
import type { PositionOf, Stress } from "../../figures/subjects.js";
import { inSentence } from "../../output/text/format.js";
import type { ViewName } from "../output-options.js";
import { clockText } from "./heading.js";
import {
  BARE_NAME,
  BARS,
  fees,
  half,
  nameColumns,
  pairColumn,
  shortNames,
  whyColumn,
} from "./position-columns.js";
import { column, type Table, type TableColumn } from "./screen.js";

const { run24h, run7d, run30d, rate7d, turnedAt, basis, basisUsd } = funding;
const { age, size, grossNotional, netNotional, unhedged, imbalance } = position;
const { netPnl, fundingPnl, spreadPnl, feesPaid, exitFees, apr } = position;
const { nearest, nearestAway, nearestAwaySd, nearestLeft, marginToAddOf } = position;

const RUN = [run24h, run7d, run30d, rate7d];
const NEXT_WEEK = [next.next7d, next.low, next.high, next.chance];
const NEAREST = [nearestAway, nearestAwaySd, nearestLeft];

/** What data have of each view. */
const FIGURES: Readonly<Record<ViewName, readonly Declared<PositionOf>[]>> = {
  now: [age, size, ...RUN, ...NEXT_WEEK, spreadPnl, netPnl, exitFees, nearestAway, ...REASONS],
  pnl: [age, size, netPnl, fundingPnl, spreadPnl, feesPaid, exitFees, apr, ...REASONS],
  funding: [size, ...RUN, turnedAt, ...NEXT_WEEK, basis, basisUsd, exitFees, ...REASONS],
  risk: [
    size,
    grossNotional,
    netNotional,
    unhedged,
    imbalance,
    ...NEAREST,
    stressed,
    marginToAddOf,
    ...REASONS,
  ],
  next: [nextAt, nextLong, nextShort, next24h],
};

/** What decides the order of the rows of each view: the least first, and unknown ones last. */
export const ORDERED_BY = {
  now: size,
  pnl: netPnl,
  funding: run7d,
  risk: nearestAway,
  next: next24h,
} as const satisfies Readonly<Record<ViewName, Fig<PositionOf>>>;

/** Returns how the rows of a view are compared; the largest position and the next settlement come first. */
export function orderOf(view: ViewName): (a: PositionOf, b: PositionOf) => number {
  const rank = (p: PositionOf) => {
    if (view === "next") return nextTime(p);
    const value = ORDERED_BY[view](p).value?.toNumber();
    return view === "now" && value !== undefined ? -value : value;
  };
  return (a, b) => {
    const [one, other] = [rank(a), rank(b)];
    if (one === undefined || other === undefined) {
      return Number(one === undefined) - Number(other === undefined);
    }
    return one - other;
  };
}

const optional = (it: Fig<PositionOf>, priority: number) =>
  column(it, { isOptional: true, priority });

/** Returns the table of a view. @param rows those to be shown, whose exchanges get names of their own */
export function tableOf(
  view: ViewName,
  rows: readonly PositionOf[],
  stress?: Stress,
): Table<PositionOf> {
  const columns = COLUMNS[view](rows, stress);
  const figures = FIGURES[view];
  return { who: WHO, figures, catalog: POSITION_CATALOG, columns, empty: "No positions." };
}

type ColumnsOf = (rows: readonly PositionOf[], stress?: Stress) => TableColumn<PositionOf>[];

/** Returns the columns of who positions are. */
const who: ColumnsOf = (rows) => [...nameColumns(rows), pairColumn(shortNames(rows))];

const why: ColumnsOf = (rows) => [whyColumn(shortNames(rows), true)];

/** The columns of each view, in order. */
const COLUMNS: Readonly<Record<ViewName, ColumnsOf>> = {
  now: (rows) => [
    ...who(rows),
    column(age, { priority: 4 }),
    column(size, { priority: 2 }),
    column(run7d),
    column(next.next7d, { priority: 1 }),
    half(next, 1),
    optional(rate7d, 5),
    optional(run24h, 6),
    BARS,
    column(netPnl),
    optional(spreadPnl, 7),
    { ...fees(exitFees, 9), isOptional: true },
    column(nearestAway, { priority: 3 }),
    ...why(rows),
  ],
  pnl: (rows) => [
    ...who(rows),
    column(age, { priority: 4 }),
    column(netPnl),
    column(fundingPnl),
    column(spreadPnl),
    fees(feesPaid, 1),
    fees(exitFees, 2),
    column(apr, { priority: 3 }),
    ...why(rows),
  ],
  funding: (rows) => [
    ...who(rows),
    optional(size, 6),
    column(run24h),
    column(run7d),
    column(run30d),
    column(rate7d, { priority: 2 }),
    column(next.next7d, { priority: 1 }),
    half(next, 1),
    column(next.chance, { priority: 3 }),
    optional(basisUsd, 7),
    fees(exitFees, 5),
    BARS,
    ...why(rows),
  ],
  risk: (rows, stress) => [
    ...nameColumns(rows),
    NEAREST_LEG,
    LEVERAGE,
    ...NEAREST.map((it) => column(it)),
    stressColumn(stress),
    column(marginToAddOf),
  ],
  next: (rows) => [
    ...nameColumns(rows, BARE_NAME),
    pairColumn(shortNames(rows)),
    NEXT_TIME,
    column(nextLong),
    column(nextShort),
    column(next24h),
  ],
};

/** The next settlement: the time of the day, since it is within one. */
const NEXT_TIME = column(nextAt, {
  kind: "time",
  value: (p: PositionOf) => {
    const time = nextTime(p);
    return time === undefined ? null : isoTime(time);
  },
  texts: (p: PositionOf, look) => [clockText(nextTime(p), p.inputs.now, look)],
});

const NEAREST_LEG: TableColumn<PositionOf> = {
  key: "nearest",
  header: "nearest leg",
  kind: "text",
  priority: 0,
  value: (p) => {
    const leg = nearest(p)?.record;
    return leg === undefined ? null : `${leg.side} ${leg.exchange}`;
  },
};

const LEVERAGE: TableColumn<PositionOf> = {
  key: "leverage",
  header: leverage.spec.head ?? "",
  kind: "times",
  priority: 1,
  value: (p) => {
    const leg = nearest(p);
    return leg === undefined ? null : leverage(leg).value?.toFixed();
  },
};

/** Returns the column of what the stress brings: `60.1k naked up`. */
function stressColumn(stress?: Stress): TableColumn<PositionOf> {
  if (stress !== undefined && stress.kind !== "price") {
    const header = stress.kind === "basis" ? "basis" : "naked";
    return column(stressed, { header, signed: stress.kind === "basis" });
  }
  return column(stressed, {
    header: `±${stress?.percent.toFixed() ?? "20"} %`,
    texts: (p: PositionOf) => {
      const { direction, naked, isThrough } = worstMove(p);
      const amount = inSentence("size", naked.value?.toFixed());
      if (naked.value === null) return [amount];
      if (!isThrough) return ["holds"];
      return [naked.value.eq(0) ? `gone ${direction}` : `${amount} naked ${direction}`];
    },
  });
}
