import { balanceOf, exposureOf } from "../analytics/hedge.js";
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
  /** The row above is of the same position. */
  readonly continues: boolean;
}

/** The time of the service, milliseconds since the epoch; read whenever a cell is drawn. */
export interface ServiceClock {
  readonly now: number;
}

export interface PositionViewOptions extends ServiceClock {
  /** One row a leg. */
  readonly byLeg: boolean;
  /** The performance was asked for. */
  readonly performance: boolean;
  /** All positions have the same status, so that it need not be told of each. */
  readonly oneStatus?: boolean;
}

/** How positions look, as one row each or one row a leg. */
export function positionsView(options: PositionViewOptions): View<Position, PositionRow> {
  const columns = [
    ...positionColumns,
    ageColumn(options),
    ...sideColumns(options),
    ...hedgeColumns(options.byLeg),
    ...legColumns(options),
    ...performanceColumns,
  ];
  return {
    rows: (position) =>
      options.byLeg ? legRows(position) : [{ position, legs: position.legs, continues: false }],
    columns,
    defaults: { table: tableColumns(options), csv: csvColumns(options.performance) },
    ...(options.performance && { totals: performanceTotals }),
    empty: "No positions.",
  };
}

/** One row a leg; one row without any for a position that has none. */
export function legRows<L extends LegSummary, P extends PositionRow["position"]>(
  position: P & { readonly legs: readonly L[] },
): { position: P; legs: readonly L[]; continues: boolean }[] {
  if (position.legs.length === 0) return [{ position, legs: [], continues: false }];
  return position.legs.map((leg, index) => ({ position, legs: [leg], continues: index > 0 }));
}

/** The position's own fields. */
export const positionColumns: Column<PositionRow>[] = [
  { key: "asset", header: "asset", kind: "text", priority: 0, value: (row) => row.position.asset },
  {
    key: "status",
    header: "status",
    kind: "text",
    priority: 1,
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

function ageColumn(clock: ServiceClock): Column<PositionRow> {
  return {
    key: "age",
    header: "age",
    kind: "age",
    priority: 4,
    value: (row) => heldMs(row.position, clock.now),
  };
}

/** The legs of one side side by side: where they are, how much, at what price. */
function sideColumns(clock: ServiceClock): Column<PositionRow>[] {
  return (["long", "short"] as const).flatMap((side): Column<PositionRow>[] => {
    const legs = (row: PositionRow) => row.legs.filter((leg) => leg.side === side);
    return [
      {
        key: side,
        header: side,
        kind: "text",
        priority: 0,
        value: (row) => joined(legs(row), (leg) => leg.exchange),
        mark: (row) => staleMark(row.position, legs(row), clock),
      },
      {
        key: `${side}_quantity`,
        header: `${side} qty`,
        kind: "quantity",
        priority: side === "long" ? 7 : 8,
        value: (row) => sum(legs(row).map((leg) => leg.quantity)).total,
      },
      {
        key: `${side}_price`,
        header: `${side} price`,
        kind: "price",
        priority: 9,
        value: (row) => onePrice(legs(row)),
        mark: (row) => staleMark(row.position, legs(row), clock),
      },
    ];
  });
}

/** What the legs of a row come to together. Formulas: docs/analytics.md, "Hedge". */
function hedgeColumns(byLeg: boolean): Column<PositionRow>[] {
  return [
    {
      key: "gross_notional",
      header: "notional",
      kind: "usd",
      priority: byLeg ? 2 : 6,
      value: ({ legs }) => exposureOf(legs).grossNotional?.toFixed(),
    },
    {
      key: "net_notional",
      header: "net notional",
      kind: "usd",
      signed: true,
      tone: () => "plain",
      priority: 8,
      value: ({ legs }) => exposureOf(legs).netNotional?.toFixed(),
    },
    {
      key: "imbalance",
      header: "imbalance",
      kind: "percent",
      priority: 8,
      value: ({ legs }) => balanceOf(legs).imbalance?.toFixed(),
    },
  ];
}

/** The fields of a leg; of several legs, joined. */
export function legColumns(clock: ServiceClock): Column<PositionRow>[] {
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
  });
  return [
    column("side", "side", "text", 0),
    column("market_id", "market", "any", 8),
    {
      ...column("exchange", "exchange", "text", 0),
      mark: (row) => staleMark(row.position, row.legs, clock),
    },
    column("symbol", "symbol", "text", 4),
    column("leverage", "leverage", "quantity", 7),
    column("quantity", "quantity", "quantity", 2),
    column("open_price", "open price", "price", 6),
    {
      ...column("mark_price", "mark price", "price", 3),
      mark: (row) => staleMark(row.position, row.legs, clock),
    },
    column("mark_price_updated_at", "mark time", "time", 9),
  ];
}

function tableColumns({ byLeg, performance, oneStatus }: PositionViewOptions): string[] {
  const legs = byLeg
    ? [
        "legs.side",
        "legs.exchange",
        "legs.symbol",
        "legs.quantity",
        "legs.open_price",
        "legs.mark_price",
        "gross_notional",
        "legs.leverage",
      ]
    : [
        "long",
        "short",
        "long_quantity",
        "short_quantity",
        "long_price",
        "short_price",
        "gross_notional",
      ];
  const figures = performance
    ? ["funding_pnl", "fees", "spread_pnl", "net_pnl", "apr"].map((key) => `performance.${key}`)
    : [];
  const status = oneStatus === true ? [] : ["status"];
  return ["asset", ...status, "age", ...legs, ...figures, "position_id"];
}

function csvColumns(performance: boolean): string[] {
  const legFields = legColumns({ now: 0 }).map((column) => column.key);
  const figures = performance
    ? performanceColumns
        .map((column) => column.key)
        .filter((key) => key !== "performance.fees" && key !== "performance.spread_pnl")
    : [];
  return ["position_id", "asset", "status", "opened_at", "closed_at", ...legFields, ...figures];
}

/** The mark of legs of an open position whose mark price is stale, with what it means. */
export function staleMark(
  { status }: Pick<Position, "status">,
  legs: readonly LegSummary[],
  clock: ServiceClock,
): Mark | undefined {
  return status === "open" && legs.some((leg) => isStale(leg, clock.now))
    ? { sign: "*", meaning: "mark price older than 5 minutes" }
    : undefined;
}

function joined(legs: readonly LegSummary[], value: (leg: LegSummary) => unknown): string | null {
  return legs.length === 0 ? null : legs.map((leg) => value(leg) ?? "–").join("+");
}

/** A price can be told of one leg; several have several, which `--by-leg` shows. */
function onePrice(legs: readonly LegSummary[]): number | string | null | undefined {
  return legs.length > 1 ? `${legs.length} legs` : legs[0]?.mark_price;
}
