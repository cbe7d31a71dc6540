import { balanceOf, exposureOf } from "../analytics/hedge.js";
import { isStale } from "../analytics/mark.js";
import type { LegSummary, Position } from "../api/position.js";
import type { Column, Mark } from "../output/column.js";
import { sum } from "../output/totals.js";
import type { PositionRow, ServiceClock } from "./position-row.js";

/** The legs of one side side by side: where they are, how much, at what price. */
export function sideColumns(clock: ServiceClock): Column<PositionRow>[] {
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
export function hedgeColumns(byLeg: boolean): Column<PositionRow>[] {
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
    of: (leg: LegSummary) => unknown,
  ): Column<PositionRow> => ({
    key: `legs.${name}`,
    header,
    kind,
    priority,
    value: ({ legs }) => {
      const [leg] = legs;
      return leg !== undefined && legs.length === 1 ? of(leg) : joined(legs, of);
    },
  });
  return [
    column("side", "side", "text", 0, (leg) => leg.side),
    column("market_id", "market", "any", 8, (leg) => leg.market_id),
    {
      ...column("exchange", "exchange", "text", 0, (leg) => leg.exchange),
      mark: (row) => staleMark(row.position, row.legs, clock),
    },
    column("symbol", "symbol", "text", 4, (leg) => leg.symbol),
    column("leverage", "leverage", "quantity", 7, (leg) => leg.leverage),
    column("quantity", "quantity", "quantity", 2, (leg) => leg.quantity),
    column("open_price", "open price", "price", 6, (leg) => leg.open_price),
    {
      ...column("mark_price", "mark price", "price", 3, (leg) => leg.mark_price),
      mark: (row) => staleMark(row.position, row.legs, clock),
    },
    column("mark_price_updated_at", "mark time", "time", 9, (leg) => leg.mark_price_updated_at),
  ];
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
