import { heldMs } from "../analytics/holding.js";
import { isStale } from "../analytics/mark.js";
import type { LegSummary, Position } from "../api/position.js";
import type { Column, Mark, View } from "../output/column.js";
import { sum } from "../output/totals.js";
import { performanceColumns, performanceTotals } from "./performance.js";

/** One row of positions: the position with all its legs, or with one of them. */
export interface PositionRow {
  readonly position: Pick<
    Position,
    "position_id" | "asset" | "status" | "opened_at" | "closed_at" | "performance"
  >;
  readonly legs: readonly LegSummary[];
}

export interface PositionViewOptions {
  /** One row a leg. */
  readonly byLeg: boolean;
  /** The performance was asked for. */
  readonly performance: boolean;
  /** The time of the service, milliseconds since the epoch. */
  readonly now: number;
}

/** How positions look, as one row each or one row a leg. */
export function positionsView(options: PositionViewOptions): View<Position, PositionRow> {
  const columns = [
    ...positionColumns,
    ...timeColumns(options.now),
    ...sideColumns(options.now),
    ...legColumns(options.now),
    ...performanceColumns,
  ];
  return {
    rows: (position) =>
      options.byLeg && position.legs.length > 0
        ? position.legs.map((leg) => ({ position, legs: [leg] }))
        : [{ position, legs: position.legs }],
    columns,
    defaults: { table: tableColumns(options), csv: csvColumns(options.performance) },
    ...(options.performance && { totals: performanceTotals }),
    empty: "No positions.",
  };
}

/** The position's own fields. */
export const positionColumns: Column<PositionRow>[] = [
  { key: "asset", header: "asset", kind: "text", priority: 0, value: (row) => row.position.asset },
  {
    key: "status",
    header: "status",
    kind: "text",
    priority: 5,
    value: (row) => row.position.status,
  },
  {
    key: "position_id",
    header: "id",
    kind: "id",
    priority: 1,
    value: (row) => row.position.position_id,
  },
  {
    key: "opened_at",
    header: "opened",
    kind: "time",
    priority: 9,
    value: (row) => row.position.opened_at,
  },
  {
    key: "closed_at",
    header: "closed",
    kind: "time",
    priority: 9,
    value: (row) => row.position.closed_at,
  },
];

function timeColumns(now: number): Column<PositionRow>[] {
  return [
    {
      key: "age",
      header: "age",
      kind: "age",
      priority: 3,
      value: (row) => heldMs(row.position, now),
    },
  ];
}

/** The legs of one side side by side: where they are, how much, at what price. */
function sideColumns(now: number): Column<PositionRow>[] {
  return (["long", "short"] as const).flatMap((side): Column<PositionRow>[] => {
    const legs = (row: PositionRow) => row.legs.filter((leg) => leg.side === side);
    return [
      {
        key: side,
        header: side,
        kind: "text",
        priority: 0,
        value: (row) => joined(legs(row), (leg) => leg.exchange),
      },
      {
        key: `${side}_quantity`,
        header: `${side} qty`,
        kind: "quantity",
        priority: side === "long" ? 6 : 7,
        value: (row) => summed(legs(row), (leg) => leg.quantity),
      },
      {
        key: `${side}_price`,
        header: `${side} price`,
        kind: "price",
        priority: 8,
        value: (row) => onlyOne(legs(row))?.mark_price,
        mark: (row) => staleMark(legs(row), now),
      },
    ];
  });
}

/** The fields of a leg; of several legs, joined. */
export function legColumns(now: number): Column<PositionRow>[] {
  const column = (
    name: keyof LegSummary & string,
    header: string,
    kind: Column<PositionRow>["kind"],
    priority: number,
  ): Column<PositionRow> => ({
    key: `legs.${name}`,
    header,
    kind,
    priority,
    value: (row) =>
      row.legs.length === 1 ? row.legs[0]?.[name] : joined(row.legs, (leg) => leg[name]),
    ...(name === "mark_price" && { mark: (row: PositionRow) => staleMark(row.legs, now) }),
  });
  return [
    column("side", "side", "text", 0),
    column("market_id", "market", "any", 8),
    column("exchange", "exchange", "text", 0),
    column("symbol", "symbol", "text", 4),
    column("leverage", "leverage", "quantity", 7),
    column("quantity", "quantity", "quantity", 2),
    column("open_price", "open price", "price", 6),
    column("mark_price", "mark price", "price", 3),
    column("mark_price_updated_at", "mark time", "time", 9),
  ];
}

function tableColumns({ byLeg, performance }: PositionViewOptions): string[] {
  const legs = byLeg
    ? [
        "legs.side",
        "legs.exchange",
        "legs.symbol",
        "legs.quantity",
        "legs.open_price",
        "legs.mark_price",
        "legs.leverage",
      ]
    : ["long", "short", "long_quantity", "short_quantity", "long_price", "short_price"];
  const figures = performance
    ? ["funding_pnl", "fees", "spread_pnl", "net_pnl", "apr"].map((key) => `performance.${key}`)
    : [];
  return ["asset", "status", "age", ...legs, ...figures, "position_id"];
}

function csvColumns(performance: boolean): string[] {
  const legFields = legColumns(0).map((column) => column.key);
  const figures = performance
    ? performanceColumns
        .map((column) => column.key)
        .filter((key) => key !== "performance.fees" && key !== "performance.spread_pnl")
    : [];
  return ["position_id", "asset", "status", "opened_at", "closed_at", ...legFields, ...figures];
}

/** The mark of a price that is stale, with what it means. */
export function staleMark(legs: readonly LegSummary[], now: number): Mark | undefined {
  return legs.some((leg) => isStale(leg, now))
    ? { sign: "*", meaning: "mark price older than 5 minutes" }
    : undefined;
}

function joined(legs: readonly LegSummary[], value: (leg: LegSummary) => unknown): string | null {
  return legs.length === 0 ? null : legs.map((leg) => value(leg) ?? "–").join("+");
}

function summed(legs: readonly LegSummary[], value: (leg: LegSummary) => number): string | null {
  return sum(legs.map(value)).total;
}

/** A price can be told of one leg; two legs have two. */
function onlyOne(legs: readonly LegSummary[]): LegSummary | undefined {
  return legs.length === 1 ? legs[0] : undefined;
}
