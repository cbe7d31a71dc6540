import type { MarketRecord } from "../../archive/sync/sync-markets.js";
import { listedMarket } from "../../base/names/listed-market.js";
import { UsageError } from "../../base/usage-error.js";
import type { Client } from "../../client/client.js";
import type { Item } from "../../client/listing/item-pages.js";
import type { Context } from "../../command/context.js";
import type { SyncOptions } from "./sync-options.js";

/** Which markets to sync. */
export interface ChosenMarkets {
  /** In order. */
  readonly ids: readonly number[];
  /** Their records of the public listing, as far as it was requested. */
  readonly listed: readonly MarketRecord[];
}

/**
 * Chooses the markets: those named, those of an asset, all; else those of open positions and those
 * that the archive has.
 * @throws {UsageError} when an asset has no market, or there is none at all
 */
export async function chooseMarkets(
  context: Context,
  client: Client,
  marketIds: readonly number[],
  { asset, all = false }: SyncOptions,
  usual: Iterable<number>,
): Promise<ChosenMarkets> {
  const byListing = all || asset !== undefined;
  const ids = new Set(marketIds);
  const listed = byListing ? await listMarkets(context, client) : [];
  const wanted = (asset ?? []).map((it) => it.toLowerCase());
  for (const market of listed) {
    if (all || wanted.includes(assetOf(market.record).toLowerCase())) ids.add(market.marketId);
  }
  for (const name of asset ?? []) refuseUnknown(name, listed);
  if (!byListing && marketIds.length === 0) for (const id of usual) ids.add(id);
  const sorted = [...ids].sort((a, b) => a - b);
  return { ids: sorted, listed: listed.filter((it) => ids.has(it.marketId)) };
}

/** Returns the records of the public listing that name their market. */
export async function listMarkets(context: Context, client: Client): Promise<MarketRecord[]> {
  const { signal } = context.io;
  const listing = await client.funding.markets({ signal }).withSource();
  const items: readonly Item<unknown>[] = listing.kind === "list" ? listing.items : [];
  return items.flatMap((record) => {
    const { id } = listedMarket(record.value);
    return id === undefined ? [] : [{ marketId: id, record }];
  });
}

function assetOf({ value }: Item<unknown>): string {
  return listedMarket(value).asset ?? "";
}

function refuseUnknown(name: string, listed: readonly MarketRecord[]): void {
  if (listed.some((it) => assetOf(it.record).toLowerCase() === name.toLowerCase())) return;
  throw new UsageError(
    `--asset: the public listing has no market of "${name}"`,
    "`carry assets` lists the assets; markets can be named by id",
  );
}
