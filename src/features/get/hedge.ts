import { basisOf, hedgeOf } from "../../analytics/position/hedge.js";
import { contradictsItself, hasNegativeQuantity } from "../../analytics/position/held-legs.js";
import { pricePnlOf } from "../../analytics/position/leg.js";
import { aboutGrossOf } from "../../analytics/position/position-figures.js";
import { type Figure, PERCENT, sumOf } from "../../base/decimal.js";
import type { PositionDetail } from "../../client/resources/position.js";
import type { Total } from "../../output/table/column.js";
import { asMarks, type Mark } from "../../output/table/mark.js";
import { figure } from "../../views/figure-line.js";
import { openPriceMark, staleMark } from "../../views/position/leg-columns.js";
import { multiplesText } from "../../views/position/multiples.js";
import type { ServiceClock } from "../../views/position/position-row.js";

/** Format of figures whose sign shows the larger side, which is neither a gain nor a loss. */
const direction = { signed: true } as const;

/** Returns the lines of the hedge of a position. Formulas: src/features/get/explain.md, "Hedge". */
export function hedgeLines(position: PositionDetail, clock: ServiceClock): Total[] {
  const { legs } = position;
  const hedge = hedgeOf(position);
  const multiples = multiplesText(position);
  const pricePnl = legs.length === 0 ? null : sumOf(legs.map(pricePnlOf));
  const mark = staleMark(position, clock);
  const isNegative = hasNegativeQuantity(position);
  const basis = basisLine(isNegative ? NEGATIVE_QUANTITY : NO_BASIS);
  return [
    figure("long quantity", "quantity", hedge.longQuantity),
    figure("short quantity", "quantity", hedge.shortQuantity),
    figure("net quantity", "quantity", hedge.netQuantity, direction),
    figure("imbalance", "percent", hedge.imbalance, { note: "of the larger side" }),
    figure("unhedged", "usd", hedge.unhedged, { ...direction, mark }),
    figure("gross notional", "usd", aboutGrossOf(position).value, {
      mark: [...asMarks(mark), ...openPriceMark(position)],
    }),
    figure("net notional", "usd", hedge.netNotional, { ...direction, mark }),
    basis("entry basis", hedge.entryBasis),
    position.status === "closed"
      ? basis("exit basis", exitBasis(position))
      : basis("current basis", hedge.currentBasis, mark),
    figure("price PnL", "usd", pricePnl, {
      ...{ signed: true, mark },
      missing: isNegative ? NEGATIVE_QUANTITY : "a price or the held quantity is missing",
    }),
    ...lineOf("contracts", multiples),
    ...lineOf("negative quantity", isNegative ? NEGATIVE : undefined),
    ...lineOf("quantity when closed", contradictsItself(position) ? CONTRADICTION : undefined),
  ];
}

/** Why a figure that depends on quantities is unknown. */
export const NEGATIVE_QUANTITY = "a quantity is negative";
const NO_BASIS = "a side holds nothing, or a price is missing";
const NEGATIVE =
  "sent by the service, although the side gives the direction: no figures are calculated";
const CONTRADICTION = "sent by the service for a closed leg: counts as 0";

function lineOf(label: string, value: string | undefined): Total[] {
  return value === undefined ? [] : [{ label, kind: "text", value }];
}

function exitBasis({ legs }: PositionDetail): Figure {
  return basisOf(legs, (leg) => leg.close_price);
}

/** Returns a function that formats a basis as a rate, with four decimals, since it is small. */
function basisLine(missing: string) {
  return (label: string, percent: Figure, mark?: Mark): Total =>
    figure(label, "rate", percent?.times(PERCENT) ?? null, {
      ...{ ...direction, note: "short over long", missing, mark },
    });
}
