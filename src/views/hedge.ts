import { decimal, type Figure, sumOf } from "../analytics/decimal.js";
import { basisOf, hedgeOf } from "../analytics/hedge.js";
import { pricePnlOf } from "../analytics/leg.js";
import type { PositionDetail } from "../api/position.js";
import type { Mark, Total } from "../output/column.js";
import { figure } from "./figure-line.js";
import { staleMark } from "./leg-columns.js";

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
  const mark = staleMark(position, legs, { now });
  return [
    figure("long quantity", "quantity", hedge.longQuantity),
    figure("short quantity", "quantity", hedge.shortQuantity),
    figure("net quantity", "quantity", hedge.netQuantity, direction),
    figure("imbalance", "percent", hedge.imbalance, { note: "of the larger side" }),
    figure("gross notional", "usd", hedge.grossNotional, { mark }),
    figure("net notional", "usd", hedge.netNotional, { ...direction, mark }),
    basis("entry basis", hedge.entryBasis),
    position.status === "closed"
      ? basis("exit basis", exitBasis(position))
      : basis("current basis", hedge.currentBasis, mark),
    figure("price PnL", "usd", pricePnl, {
      signed: true,
      mark,
      missing: "a price, or the quantity that was held, is not told",
    }),
  ];
}

function exitBasis({ legs }: PositionDetail): Figure {
  return basisOf(legs, (leg) => leg.close_price);
}

/** A basis is small: as a rate it is shown with four decimals. */
function basis(label: string, percent: Figure, mark?: Mark): Total {
  const remarks = { ...direction, note: "short over long", mark };
  return figure(label, "rate", percent?.div(decimal(100)) ?? null, remarks);
}
