import type { Measure } from "../../analytics/measure.js";
import { exchangesOn } from "../../analytics/portfolio/groups.js";
import { type Balance, balanceOf, exposureOf, quantityOn } from "../../analytics/position/hedge.js";
import {
  type AssetHolder,
  type Holder,
  hasNegativeQuantity,
  heldLegs,
} from "../../analytics/position/held-legs.js";
import { sizeOf } from "../../analytics/position/larger-side.js";
import { DEFAULT_STALE_MS, restsOnStaleMark } from "../../analytics/position/mark.js";
import { aboutGrossOf } from "../../analytics/position/position-figures.js";
import { asSent } from "../../base/as-sent.js";
import { MINUTE_MS } from "../../base/time/periods.js";
import type { Leg } from "../../client/resources/position.js";
import type { Column } from "../../output/table/column.js";
import { asMarks, type Mark } from "../../output/table/mark.js";
import { Several } from "../../output/text/several.js";
import { uncheckedMark } from "../doubt.js";
import { duration } from "../duration.js";
import { multipleMark } from "./multiples.js";
import { continues, type PositionRow, type ServiceClock } from "./position-row.js";

/** Columns of the legs of one side: exchange, quantity, price. */
export function sideColumns(clock: ServiceClock): Column<PositionRow>[] {
  return (["long", "short"] as const).flatMap((side): Column<PositionRow>[] => {
    const legs = (row: PositionRow) => row.legs.filter((leg) => leg.side === side);
    return [
      {
        key: side,
        header: side,
        kind: "text",
        priority: 0,
        group: "exchanges",
        value: (row) => exchangesOn(row.legs, side),
        mark: (row) => staleMark(partOf(row, legs(row)), clock),
      },
      {
        key: `${side}_quantity`,
        header: `${side} qty`,
        kind: "quantity",
        priority: 8,
        group: "quantities",
        value: (row) =>
          legs(row).length === 0 ? null : quantityOn(row.position, side, legs(row))?.toFixed(),
        mark: (row) => [...asMarks(multipleMark(row.position)), ...uncheckedMark(row)],
      },
      {
        key: `${side}_price`,
        header: `${side} price`,
        kind: "price",
        priority: 9,
        group: "prices",
        value: (row) => onePrice(legs(row)),
        mark: (row) => staleMark(partOf(row, legs(row)), clock),
      },
    ];
  });
}

/** Columns of the legs of a row together. */
export function hedgeColumns(clock: ServiceClock, byLeg: boolean): Column<PositionRow>[] {
  const mark = (row: PositionRow) => [
    ...asMarks(staleMark(partOf(row), clock)),
    ...uncheckedMark(row),
  ];
  const exposure = (row: PositionRow) =>
    hasNegativeQuantity(row.position) ? undefined : exposureOf(partOf(row));
  const balance = (row: PositionRow): Balance | undefined =>
    byLeg ? undefined : balanceOf(partOf(row));
  return [
    {
      key: "size",
      header: "size",
      mark: (row) => [...mark(row), ...openPriceMark(row.position)],
      kind: "usd",
      priority: 1,
      value: ({ position }) => sizeOf(position)?.toFixed(),
      texts: ({ position: { status } }) => (status === "closed" ? [status] : undefined),
      blank: continues,
    },
    {
      key: "gross_notional",
      header: byLeg ? "notional" : "gross notional",
      otherName: "notional",
      mark: (row) => [...mark(row), ...(byLeg ? [] : openPriceMark(row.position))],
      kind: "usd",
      priority: byLeg ? 2 : 6,
      value: (row) => {
        const gross = byLeg ? exposure(row)?.grossNotional : aboutGrossOf(row.position).value;
        return gross?.toFixed();
      },
    },
    {
      key: "net_notional",
      header: "net notional",
      mark,
      kind: "usd",
      signed: true,
      priority: 8,
      value: (row) => exposure(row)?.netNotional?.toFixed(),
    },
    {
      key: "imbalance",
      header: "imbalance",
      kind: "percent",
      priority: 8,
      mark: (row) => [...(byLeg ? [] : asMarks(multipleMark(row.position))), ...uncheckedMark(row)],
      value: (row) => balance(row)?.imbalance?.toFixed(),
    },
    {
      key: "unhedged",
      header: "unhedged",
      mark,
      kind: "usd",
      signed: true,
      priority: 8,
      value: (row) => balance(row)?.unhedged?.toFixed(),
    },
  ];
}

/** Columns of the fields of a leg, joined for several legs. */
export function legColumns(clock: ServiceClock): Column<PositionRow>[] {
  const column = (
    name: keyof Leg & string,
    header: string,
    kind: Column<PositionRow>["kind"],
    priority: number,
    fieldOf: (leg: Leg) => unknown,
    separator = ", ",
  ): Column<PositionRow> => ({
    unsure: ({ legs }) => legs.some((leg) => asSent(leg) !== leg && fieldOf(leg) === null),
    key: `legs.${name}`,
    header,
    kind,
    priority,
    value: ({ legs }) => {
      const [leg] = legs;
      const of = (it: Leg) => fieldOf(asSent(it));
      if (leg === undefined) return null;
      return legs.length === 1 ? of(leg) : new Several(legs.map(of), separator);
    },
  });
  return [
    column("side", "side", "text", 0, (leg) => leg.side),
    column("market_id", "market", "any", 8, (leg) => leg.market_id),
    {
      ...column("exchange", "exchange", "text", 0, (leg) => leg.exchange, "+"),
      mark: (row) => staleMark(partOf(row), clock),
    },
    column("symbol", "symbol", "text", 4, (leg) => leg.symbol),
    column("leverage", "leverage", "quantity", 7, (leg) => leg.leverage),
    {
      ...column("quantity", "quantity", "quantity", 2, (leg) => leg.quantity),
      mark: uncheckedMark,
    },
    column("open_price", "open price", "price", 6, (leg) => leg.open_price),
    {
      ...column("mark_price", "mark price", "price", 3, (leg) => leg.mark_price),
      mark: (row) => staleMark(partOf(row), clock),
    },
    column("mark_price_updated_at", "mark time", "time", 9, (leg) => leg.mark_price_updated_at),
  ];
}

/** Columns of the fields of a leg, for rows of a single leg. */
export function oneLegColumns(clock: ServiceClock): Column<PositionRow>[] {
  return legColumns(clock).map((it) => ({ ...it, key: it.key.replace("legs.", "") }));
}

/** Mark of a size that rests on an open price. */
const AT_OPEN: Mark = { sign: "=", meaning: "at the open price: a mark price is missing" };

/** Returns the mark of a size of a position if it rests on an open price. */
function openPriceMark(position: Holder): readonly Mark[] {
  return heldLegs(position).some((leg) => leg.mark_price === null) ? [AT_OPEN] : [];
}

/** Returns the mark of figures that depend on a stale mark price. */
function staleMarkSign({ staleMs = DEFAULT_STALE_MS }: ServiceClock): Mark {
  return { sign: "*", meaning: `mark price older than ${span(staleMs)}` };
}

/** Mark of figures that depend on a mark price without a time. */
const AGE_UNKNOWN: Mark = { sign: "?", meaning: "mark price of unknown age" };

/** Returns the marks of the age of the mark prices that a figure depends on. */
export function markAgeSigns({ stale, ageUnknown }: Measure, clock: ServiceClock): Mark[] {
  return [
    ...(stale === true ? [staleMarkSign(clock)] : []),
    ...(ageUnknown === true ? [AGE_UNKNOWN] : []),
  ];
}

/** Returns the mark of figures of a stale performance. */
export function staleFiguresSign({ staleMs = DEFAULT_STALE_MS }: ServiceClock): Mark {
  return { sign: "'", meaning: `computed more than ${span(staleMs)} ago` };
}

/** Formats a duration: `5 minutes`, or in short form unless a whole number of minutes. */
function span(ms: number): string {
  const minutes = ms / MINUTE_MS;
  if (!Number.isInteger(minutes) || minutes > 59) return duration(ms);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}

/** Returns the mark of figures that depend on mark prices of held legs, if one is stale. */
export function staleMark(part: Holder, clock: ServiceClock): Mark | undefined {
  return restsOnStaleMark(part, clock) ? staleMarkSign(clock) : undefined;
}

/** Returns a holder with the legs of a row, or some of them. */
function partOf({ position, legs }: PositionRow, some: readonly Leg[] = legs): AssetHolder {
  return { asset: position.asset, status: position.status, legs: some };
}

/** Returns the mark price of a single leg, or the number of several, whose prices `--legs` shows. */
function onePrice(legs: readonly Leg[]): number | string | null | undefined {
  return legs.length > 1 ? `${legs.length} legs` : legs[0]?.mark_price;
}
