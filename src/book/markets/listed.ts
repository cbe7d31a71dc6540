import {
  listedMarket,
  listedPair,
  type NamedMarket,
  onceEach,
} from "../../base/names/market-name.js";
import type { Client } from "../../client/client.js";
import { AnswerError } from "../../client/errors.js";
import type { PublicListing } from "../../client/listing/public-listing.js";
import type { Context } from "../../run/context.js";
import { type Failure, gravestOf } from "../../run/errors/kinds.js";
import { NotListedError } from "../../run/errors/report.js";

/**
 * Returns the markets of the public market listing, each once; those of the arbitrage listing if it
 * names none. Their payloads are not documented.
 * @throws {AnswerError} if neither names a market; and as a request does
 */
export async function listedMarkets(context: Context, client: Client): Promise<NamedMarket[]> {
  const { signal } = context.io;
  const markets = recordsOf(await client.funding.markets({ signal }).withSource()).map(
    listedMarket,
  );
  const named = onceEach(markets);
  if (named.length > 0) return named;
  const pairs = recordsOf(await client.funding.arbitrage({ signal }).withSource()).map(listedPair);
  const paired = onceEach(pairs.flatMap((pair) => (pair ? [pair.long, pair.short] : [])));
  if (paired.length === 0) {
    throw new AnswerError("the public listings name no market", {
      hint: "`carry funding markets -o json` prints the market listing as sent",
    });
  }
  context.messages.note(
    "LISTED",
    "the public market listing names no market: those of the arbitrage listing are taken",
  );
  return paired;
}

function recordsOf(listing: PublicListing): readonly unknown[] {
  return listing.kind === "list" ? listing.items.map(({ value }) => value) : [];
}

/** Markets of the requested assets. */
export interface ChosenMarkets {
  readonly markets: readonly NamedMarket[];
  /** Worst failure of an asset without a market, already reported. */
  readonly failure: Failure | undefined;
}

/**
 * Chooses the markets of assets, or all without one; reports each asset that has none.
 * @param where the listing, for messages
 */
export async function marketsOfAssets(
  context: Context,
  markets: readonly NamedMarket[],
  assets: readonly string[],
  where: string,
): Promise<ChosenMarkets> {
  if (assets.length === 0) return { markets, failure: undefined };
  const isOf = ({ asset }: NamedMarket, name: string) =>
    asset?.toLowerCase() === name.toLowerCase();
  const failures: Failure[] = [];
  for (const name of new Set(assets)) {
    if (markets.some((market) => isOf(market, name))) continue;
    const error = new NotListedError(`${where} has no market of "${name}"`);
    failures.push(await context.reportFailure(error, { id: name, name }));
  }
  return {
    markets: markets.filter((market) => assets.some((name) => isOf(market, name))),
    failure: gravestOf(failures),
  };
}
