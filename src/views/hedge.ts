import { decimal, type Figure, sumOf } from "../analytics/decimal.js";
import { basisOf, hedgeOf } from "../analytics/hedge.js";
import { pricePnlOf } from "../analytics/leg.js";
import { isStale } from "../analytics/mark.js";
import type { PositionDetail } from "../api/position.js";
import type { Total } from "../output/column.js";
import { figure } from "./figure-line.js";

/** The sign tells which side is ahead: neither is a gain. */
const direction = { signed: true, tone: "plain" } as const;

/**
 * The hedge of a position as lines of label and figure. Formulas: docs/analytics.md, "Hedge".
 * @param now the time of the service, milliseconds since the epoch
 */
export function hedgeLines(position: PositionDetail, now: number): Total[] {
  const { legs } = position;
  const hedge = hedgeOf(legs);
  const pricePnl = legs.length === 0 ? null : sumOf(legs.map(pricePnlOf));
  const isMarked = position.status === "open" && legs.some((leg) => isStale(leg, now));
  const stale = isMarked ? "with a stale mark price" : undefined;
  return [
    figure("long quantity", "quantity", hedge.longQuantity),
    figure("short quantity", "quantity", hedge.shortQuantity),
    figure("net quantity", "quantity", hedge.netQuantity, direction),
    figure("imbalance", "percent", hedge.imbalance, { note: "of the larger side" }),
    figure("gross notional", "usd", hedge.grossNotional, { note: stale }),
    figure("net notional", "usd", hedge.netNotional, { ...direction, note: stale }),
    basis("entry basis", hedge.entryBasis),
    position.status === "closed"
      ? basis("exit basis", exitBasis(position))
      : basis("current basis", hedge.currentBasis, stale),
    figure("price PnL", "usd", pricePnl, {
      signed: true,
      note: stale,
      missing: "a price, or the quantity that was held, is not told",
    }),
  ];
}

function exitBasis({ legs }: PositionDetail): Figure {
  return basisOf(legs, (leg) => leg.close_price);
}

/** A basis is small: as a rate it is shown with four decimals. */
function basis(label: string, percent: Figure, stale?: string): Total {
  const note = ["short over long", stale].filter((it) => it !== undefined).join(", ");
  return figure(label, "rate", percent?.div(decimal(100)) ?? null, { ...direction, note });
}
