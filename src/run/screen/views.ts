import { isoTime } from "../../base/time/moment.js";
import { POSITION_CATALOG, REASONS, WHO } from "../../figures/catalog/catalog.js";
import {
  basis,
  basisUsd,
  rate7d,
  run7d,
  run24h,
  run30d,
  turnedAt,
} from "../../figures/catalog/funding.js";
import { leverage } from "../../figures/catalog/leg.js";
import { ofPosition as next } from "../../figures/catalog/next.js";
import {
  age,
  apr,
  exitFees,
  feesPaid,
  fundingPnl,
  grossNotional,
  imbalance,
  marginToAddOf,
  nearest,
  nearestAway,
  nearestAwaySd,
  nearestLeft,
  netNotional,
  netPnl,
  size,
  spreadPnl,
  unhedged,
} from "../../figures/catalog/position.js";
import { stressed, worstMove } from "../../figures/catalog/stress.js";
import { next24h, nextAt, nextLong, nextShort, nextTime } from "../../figures/catalog/upcoming.js";
import type { Declared, Fig } from "../../figures/figure.js";
import type { PositionOf, Stress } from "../../figures/subjects.js";
import { formatCell } from "../../output/text/format.js";
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

/** The views of a list of positions. */
export const VIEWS = ["now", "pnl", "funding", "risk", "next"] as const;
export type ViewName = (typeof VIEWS)[number];

const NEXT_WEEK = [next.next7d, next.low, next.high, next.chance] as const;

/** What data have of each view. */
const FIGURES: Readonly<Record<ViewName, readonly Declared<PositionOf>[]>> = {
  now: [
    age,
    size,
    run24h,
    run7d,
    run30d,
    rate7d,
    ...NEXT_WEEK,
    spreadPnl,
    netPnl,
    exitFees,
    nearestAway,
    ...REASONS,
  ],
  pnl: [age, size, netPnl, fundingPnl, spreadPnl, feesPaid, exitFees, apr, ...REASONS],
  funding: [
    ...[size, run24h, run7d, run30d, rate7d, turnedAt, ...NEXT_WEEK],
    ...[basis, basisUsd, exitFees, ...REASONS],
  ],
  risk: [
    ...[size, grossNotional, netNotional, unhedged, imbalance],
    ...[nearestAway, nearestAwaySd, nearestLeft, stressed, marginToAddOf, ...REASONS],
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
  const now = rows[0]?.inputs.now ?? 0;
  const nameOf = shortNames(rows);
  const names = nameColumns(rows);
  const first = [...names, pairColumn(nameOf)];
  const columns: Readonly<Record<ViewName, readonly TableColumn<PositionOf>[]>> = {
    now: [
      ...first,
      ...[column(age, { priority: 4 }), column(size, { priority: 2 }), column(run7d)],
      ...[column(next.next7d, { priority: 1 }), half(next, 1)],
      ...[optional(rate7d, 5), optional(run24h, 6), BARS],
      ...[
        column(netPnl),
        optional(spreadPnl, 7),
        { ...fees(exitFees, 9), isOptional: true as const },
      ],
      ...[column(nearestAway, { priority: 3 }), whyColumn(nameOf, true)],
    ],
    pnl: [
      ...first,
      ...[column(age, { priority: 4 }), column(netPnl), column(fundingPnl), column(spreadPnl)],
      ...[fees(feesPaid, 1), fees(exitFees, 2), column(apr, { priority: 3 })],
      whyColumn(nameOf, true),
    ],
    funding: [
      ...first,
      ...[optional(size, 6), column(run24h), column(run7d), column(run30d)],
      ...[column(rate7d, { priority: 2 }), column(next.next7d, { priority: 1 }), half(next, 1)],
      ...[column(next.chance, { priority: 3 }), optional(basisUsd, 7)],
      ...[fees(exitFees, 5), BARS, whyColumn(nameOf, true)],
    ],
    risk: [
      ...[...names, NEAREST, LEVERAGE, column(nearestAway), column(nearestAwaySd)],
      ...[column(nearestLeft), stressColumn(stress), column(marginToAddOf)],
    ],
    next: [
      ...[...nameColumns(rows, BARE_NAME), pairColumn(nameOf), nextColumn(now)],
      ...[column(nextLong), column(nextShort)],
      column(next24h),
    ],
  };
  return {
    ...{ who: WHO, figures: FIGURES[view], catalog: POSITION_CATALOG, columns: columns[view] },
    empty: "No positions.",
  };
}

/** Returns the column of the next settlement: the time of the day, since it is within one. */
function nextColumn(now: number): TableColumn<PositionOf> {
  return column(nextAt, {
    kind: "time",
    value: (p: PositionOf) => isoOf(nextTime(p)),
    texts: (p: PositionOf, look) => [clockText(nextTime(p), now, look)],
  });
}

const isoOf = (time: number | undefined) => (time === undefined ? null : isoTime(time));

const NEAREST: TableColumn<PositionOf> = {
  ...{ key: "nearest", header: "nearest leg", kind: "text", priority: 0 },
  value: (p) => {
    const leg = nearest(p)?.record;
    return leg === undefined ? null : `${leg.side} ${leg.exchange}`;
  },
};

const LEVERAGE: TableColumn<PositionOf> = {
  ...{ key: "leverage", header: leverage.spec.head ?? "", kind: "times", priority: 1 },
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
  const percent = stress?.percent.toFixed() ?? "20";
  return column(stressed, {
    header: `±${percent} %`,
    texts: (p: PositionOf, look) => {
      const { direction, naked, isThrough } = worstMove(p);
      if (naked.value === null) return [formatCell("size", null, look)];
      const amount = formatCell("size", naked.value.toFixed(), look);
      if (!isThrough) return ["holds"];
      return [naked.value.eq(0) ? `gone ${direction}` : `${amount} naked ${direction}`];
    },
  });
}
