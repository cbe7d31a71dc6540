import type { Big } from "big.js";
import type { Reason } from "../analytics/attention.js";
import type { LegSummary, Position } from "../api/position.js";
import type { Kind } from "../output/column.js";
import { formatCell } from "../output/format.js";

/** A reason in words, in ASCII and without a full stop. */
export function reasonText(reason: Reason, { asset }: Pick<Position, "asset">): string {
  switch (reason.code) {
    case "unbalanced": {
      const side = reason.netQuantity.gt(0) ? "long" : "short";
      const excess = number("quantity", reason.netQuantity.abs());
      return `out of balance by ${number("percent", reason.imbalance)}: net ${side} ${excess} ${asset}`;
    }
    case "losing":
      return `losing since it was opened: net PnL ${number("usd", reason.netPnl)}`;
    case "paying": {
      const since = reason.since === undefined ? "over the last day" : "since it was opened";
      return `paying ${since}: funding ${number("usd", reason.funding)}`;
    }
    case "mark_missing":
      return `no mark price: ${named(reason.legs)}`;
    case "net_pnl_unavailable":
      return "net PnL not available";
    case "mark_stale": {
      const age = number("age", reason.ageMs);
      const marks = reason.legs.length === 1 ? "mark price" : "mark prices up to";
      return `${marks} ${age} old: ${named(reason.legs)}`;
    }
    case "funding_unknown":
      return `no funding of the last day: ${named(reason.legs)}`;
    case "market_unknown":
      return `no market id: ${named(reason.legs)}`;
  }
}

function named(legs: readonly LegSummary[]): string {
  return legs.map(({ side, exchange }) => `${side} ${exchange}`).join(", ");
}

function number(kind: Kind, value: Big | number): string {
  const text = typeof value === "number" ? value : value.toFixed();
  return formatCell(kind, text, { unicode: false, zone: "UTC" });
}
