import { type BreakEven, breakEvenOf } from "../analytics/break-even.js";
import { decimal, type Figure, sumOf } from "../analytics/decimal.js";
import { basisOf, hedgeOf } from "../analytics/hedge.js";
import { heldMs } from "../analytics/holding.js";
import { feesOf, fundingOf, pricePnlOf } from "../analytics/leg.js";
import type { PositionDetail } from "../api/position.js";
import type { Kind, Total } from "../output/column.js";

const DAY_MS = 86_400_000;

/**
 * The hedge of a position as lines of label and figure. Formulas: docs/analytics.md.
 * @param now the time of the service, milliseconds since the epoch
 */
export function hedgePairs(position: PositionDetail, now: number): Total[] {
  const { legs } = position;
  const hedge = hedgeOf(legs);
  const pricePnl = legs.length === 0 ? null : sumOf(legs.map(pricePnlOf));
  return [
    figure("long quantity", "quantity", hedge.longQuantity),
    figure("short quantity", "quantity", hedge.shortQuantity),
    figure("net quantity", "quantity", hedge.netQuantity, { signed: true }),
    figure("imbalance", "percent", hedge.imbalance, { note: "of the larger side" }),
    figure("gross notional", "usd", hedge.grossNotional),
    figure("net notional", "usd", hedge.netNotional, { signed: true }),
    basis("entry basis", hedge.entryBasis),
    position.status === "closed"
      ? basis(
          "exit basis",
          basisOf(legs, (leg) => leg.close_price),
        )
      : basis("current basis", hedge.currentBasis),
    figure("price PnL", "usd", pricePnl, {
      signed: true,
      ...(pricePnl === null && { missing: "a price or the quantity held is not told" }),
    }),
    ...carryPairs(position, now),
  ];
}

/** Funding against fees, and when the one has paid for the other. */
function carryPairs(position: PositionDetail, now: number): Total[] {
  const { legs } = position;
  const held = heldMs(position, now);
  const [funding, paid, toCome] = [fundingOf(legs), feesOf(legs), feesToCome(position)];
  const breakEven = breakEvenOf({ funding, paid, toCome, heldMs: held });
  const notTold = "not told for a single position; positions list --performance has them";
  return [
    figure("funding", "usd", funding, { signed: true }),
    figure("fees paid", "usd", paid),
    figure("exit fees", "usd", toCome, { missing: notTold }),
    figure("funding a day", "usd", breakEven.fundingADay, { signed: true }),
    days("pays fees paid", breakEven.days, breakEven, held),
    days("pays all fees", breakEven.daysWithExit, breakEven, held),
  ];
}

/** What getting out will cost, where the service tells it: nothing once every leg is closed. */
function feesToCome({ status, legs, performance }: PositionDetail): Figure {
  const allClosed = legs.every((leg) => leg.close_fee_paid !== null);
  if (status === "closed" && allClosed) return decimal(0);
  return decimal(performance?.fees.estimated_exit ?? null);
}

function days(label: string, value: Figure, { fundingADay }: BreakEven, held: number): Total {
  if (value === null) {
    const earns = fundingADay === null || fundingADay.gt(0);
    return text(label, null, earns ? "a fee is not known" : "funding has not earned so far");
  }
  const left = value.times(DAY_MS).minus(held);
  const note = left.lte(0) ? "reached" : `${left.div(DAY_MS).toFixed(1)} to go at the rate so far`;
  return text(label, `after ${value.toFixed(1)} days`, note);
}

function text(label: string, value: string | null, note: string): Total {
  return { label, kind: "text", value, note };
}

interface Extra {
  readonly signed?: true;
  readonly note?: string;
  /** Said instead of the note when there is no figure. */
  readonly missing?: string;
}

function figure(label: string, kind: Kind, value: Figure, extra: Extra = {}): Total {
  const note = value === null ? extra.missing : extra.note;
  return {
    label,
    kind,
    value: value === null ? null : value.toFixed(),
    ...(extra.signed && { signed: true }),
    ...(note !== undefined && { note }),
  };
}

/** A basis is small: as a rate it is shown with four decimals. */
function basis(label: string, percent: Figure): Total {
  return figure(label, "rate", percent?.div(100) ?? null, {
    signed: true,
    note: "short over long",
  });
}
