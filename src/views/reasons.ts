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
      if (reason.missing !== undefined) {
        const worth = reason.unhedged === null ? "" : ` = ${dollars(reason.unhedged.abs())} USD`;
        return `unhedged: no ${reason.missing} leg, ${excess} ${asset}${worth} ${side}`;
      }
      return `out of balance by ${number("percent", reason.imbalance)}: net ${side} ${excess} ${asset}`;
    }
    case "losing":
      return `losing since it was opened: net PnL ${number("usd", reason.netPnl)}`;
    case "paying": {
      const since = reason.since === undefined ? "over the last day" : "since it was opened";
      return `paying ${since}: funding ${number("usd", reason.funding)}`;
    }
    case "legs_missing":
      return "open, and no leg holds anything";
    case "quantity_negative":
      return `negative quantity, so that nothing is known: ${named(reason.legs)}`;
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

/** Cents are told of what they matter for. */
function dollars(value: Big): string {
  return value.lt(1000) ? number("usd", value) : number("integer", value.round(0));
}

function number(kind: Kind, value: Big | number): string {
  const text = typeof value === "number" ? value : value.toFixed();
  return formatCell(kind, text, { unicode: false, zone: "UTC" });
}
