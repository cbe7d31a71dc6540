import { isDecimalText } from "../../base/decimal-text.js";
import { orElse } from "../../base/functions.js";
import { type ListedMarket, listedMarket } from "../../base/names/market-name.js";
import type { Item } from "../../client/listing/items.js";
import { instantOf } from "../../client/listing/record-time.js";
import { type Archive, append, type Stamp } from "../archive.js";
import { scanRows } from "../read/scan.js";
import { MARKETS, type MarketRow } from "../tables.js";

/** A record of the public market listing, whose fields are not documented. */
export interface MarketRecord {
  readonly marketId: number;
  readonly record: Item<unknown>;
}

/** Returns the newest record of each market. */
export async function knownMarkets({ store }: Archive): Promise<Map<number, MarketRow>> {
  const known = new Map<number, MarketRow>();
  for await (const row of scanRows(store, MARKETS)) {
    if (row.seen_at >= (known.get(row.market_id)?.seen_at ?? 0)) known.set(row.market_id, row);
  }
  return known;
}

/**
 * Records the listed markets whose names are new or changed: their texts and booleans, not the rates and
 * prices that change every minute.
 * @returns the number of rows written
 */
export async function recordMarkets(
  archive: Archive,
  listed: readonly MarketRecord[],
  known: ReadonlyMap<number, MarketRow>,
  stamp: Stamp,
): Promise<number> {
  const changed = listed.filter(({ marketId, record }) => {
    const before = known.get(marketId);
    return before === undefined || identityOf(sentIn(before)) !== identityOf(record.value);
  });
  if (changed.length === 0) return 0;
  const seenAt = await stamp();
  const rows = changed.map(({ marketId, record }) => ({
    market_id: marketId,
    seen_at: seenAt,
    raw: record.source,
  }));
  await append(archive, MARKETS, rows);
  return rows.length;
}

function identityOf(record: unknown): string {
  const members = Object.entries({ ...(record as object | null) }).filter(
    ([, value]) => typeof value === "boolean" || isName(value),
  );
  return JSON.stringify(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isName(value: unknown): boolean {
  if (typeof value !== "string" || isDecimalText(value)) return false;
  return !/^\d{4}-\d{2}-\d{2}/.test(value) || Number.isNaN(instantOf(value));
}

/** Reads the listed market of a row; one of which nothing is known without a row. */
export function listedIn(row: MarketRow | undefined): ListedMarket {
  return listedMarket(row && sentIn(row));
}

function sentIn({ raw }: MarketRow): unknown {
  return orElse((): unknown => JSON.parse(raw), undefined);
}
