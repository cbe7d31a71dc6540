import { knownParts } from "../../analytics/parts.js";
import type { Moment, Standing } from "../../analytics/standing.js";
import type { RecordedSnapshot } from "../../archive/read/recorded-snapshots.js";
import type { RecordedPosition } from "../../archive/sync/position-rows.js";
import type { LegRow } from "../../archive/tables.js";
import { decimal } from "../../base/decimal.js";
import type { LegSummary } from "../../client/resources/position.js";

/** Returns a snapshot of the archive as a moment; its figures are the digits that the service sent. */
export function momentOfSnapshot({ at, ids, positions }: RecordedSnapshot): Moment {
  return { at, ids, standings: positions.map(standingOfRows) };
}

/* The legs are needed at few of many snapshots, so they are converted on first use. */
function standingOfRows({ position, legs }: RecordedPosition): Standing {
  let converted: readonly LegSummary[] | undefined;
  return {
    positionId: position.position_id,
    asset: position.asset,
    status: position.status,
    openedAt: position.opened_at ?? Number.NaN,
    closedAt: position.closed_at,
    get legs() {
      converted ??= legs.map(legOfRow);
      return converted;
    },
    parts: knownParts((name) => position[name]),
    partOf: (name) => decimal(position[name]),
    calculatedAt: position.calculated_at,
  };
}

function legOfRow(leg: LegRow): LegSummary {
  return {
    side: leg.side,
    market_id: leg.market_id,
    exchange: leg.exchange,
    symbol: leg.symbol,
    leverage: numberOrNull(leg.leverage),
    quantity: leg.quantity === null ? Number.NaN : Number(leg.quantity),
    open_price: numberOrNull(leg.open_price),
    mark_price: numberOrNull(leg.mark_price),
    mark_price_updated_at:
      leg.mark_price_updated_at === null ? null : new Date(leg.mark_price_updated_at).toISOString(),
  };
}

function numberOrNull(text: string | null): number | null {
  return text === null ? null : Number(text);
}
