import type { MarketRecord } from "../../archive/sync/sync-markets.js";
import { listedMarket } from "../../base/names/market-name.js";
import type { Client } from "../../client/client.js";
import type { Item } from "../../client/listing/item-pages.js";
import type { Context } from "../../run/context.js";
import type { SyncOptions } from "./sync-options.js";

/** Which markets to sync. */
export interface ChosenMarkets {
  /** In order. */
  readonly ids: readonly number[];
  /** Their records of the public listing, as far as it was requested. */
  readonly listed: readonly MarketRecord[];
}

/** Chooses the markets: those named, all; else those of open positions and those that the archive has. */
export async function chooseMarkets(
  context: Context,
  client: Client,
  marketIds: readonly number[],
  { all = false }: SyncOptions,
  usual: Iterable<number>,
): Promise<ChosenMarkets> {
  const ids = new Set(marketIds);
  const listed = all ? await listMarkets(context, client) : [];
  for (const { marketId } of listed) ids.add(marketId);
  if (!all && marketIds.length === 0) for (const id of usual) ids.add(id);
  return { ids: [...ids].sort((a, b) => a - b), listed };
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
