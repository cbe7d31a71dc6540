import { type ListedSettlement, listedSettlement } from "../../analytics/listed.js";
import { listedMarket } from "../../base/listed-market.js";
import type { Client } from "../../client/client.js";
import type { Context } from "../../command/context.js";
import { cachedListing } from "../funding/known-markets.js";

/** Returns what the public listing says of a market's next settlement; undefined if nothing. */
export type ListedOf = (marketId: number | null) => ListedSettlement | undefined;

/**
 * Fetches the public market listing, unless a copy of less than a minute is cached. Its payload is
 * not documented: what is not understood, or cannot be fetched, is left out.
 * @param now time of the service, milliseconds since the epoch
 */
export async function listedSettlements(
  context: Context,
  client: Client,
  now: number,
): Promise<ListedOf> {
  const { signal } = context.io;
  const markets = new Map<number, ListedSettlement>();
  try {
    const listing = await client.funding.markets({ signal }).withSource();
    const asOf = now - (await ageOfListing(context));
    for (const { value } of listing.kind === "list" ? listing.items : []) {
      const [{ id }, listed] = [listedMarket(value), listedSettlement(value, asOf)];
      if (id !== undefined && listed !== undefined) markets.set(id, listed);
    }
  } catch (error) {
    signal.throwIfAborted();
    const { message } = context.failureOf(error);
    context.messages.detail(`the public market listing is left out: ${message}`);
  }
  return (marketId) => (marketId === null ? undefined : markets.get(marketId));
}

/** Returns the age of the listing, milliseconds; 0 if it is not cached and therefore of now. */
async function ageOfListing(context: Context): Promise<number> {
  const now = context.io.clock.now();
  const cached = await cachedListing(context).catch(() => undefined);
  return cached === undefined ? 0 : Math.max(0, now - cached.storedAt);
}
