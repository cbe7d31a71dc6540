import { marketName, marketsNamed, type NamedMarket } from "../../base/market-name.js";
import { UsageError } from "../../base/usage-error.js";
import type { Context } from "../../command/context.js";
import { NotListedError } from "../../command/errors/not-listed-error.js";
import { CONCURRENCY, type Fetched, fetchEach } from "../../command/fetch-each.js";
import { firstOf } from "../../output/text/first-of.js";
import { type KnownMarket, knownMarkets } from "./known-markets.js";
import { listedMarkets } from "./listed.js";

/** Returns what is known of a market; undefined if nothing. */
export type Known = (marketId: number) => KnownMarket | undefined;

/** Markets that were named on the command line. */
export interface FoundMarkets extends Pick<Fetched<number>, "failure"> {
  readonly ids: readonly number[];
  /** Reads what is known of markets, from the listing or from positions. */
  readonly known: () => Promise<Known>;
}

/**
 * Finds markets named by id, `exchange:symbol`, `ASSET/exchange` or the asset of a single one. For a
 * name, asks for the public listing, and for the positions where that does not have just one such
 * market; reports each name that is not of one market.
 */
export async function findMarkets(
  context: Context,
  texts: readonly string[],
): Promise<FoundMarkets> {
  let listed: Promise<readonly NamedMarket[]> | undefined;
  let held: Promise<readonly NamedMarket[]> | undefined;
  const find = async (text: string): Promise<NamedMarket> => {
    if (/^\d+$/.test(text)) return { ...UNNAMED, id: Number(text) };
    listed ??= listing(context);
    const named = marketsNamed(text, await listed);
    if (named.length === 1 && named[0] !== undefined) return named[0];
    held ??= heldMarkets(context);
    const [own, second] = marketsNamed(text, await held);
    if (own !== undefined && second === undefined) return own;
    throw notOne(text, named.length > 0 ? named : marketsNamed(text, await held));
  };
  const names = [...new Set(texts)];
  const { found, failure } = await fetchEach(context, names, (text) => `market ${text}`, find);
  const markets = new Map(found.map((market) => [market.id, market]));
  return {
    ids: [...markets.keys()],
    failure,
    async known() {
      const listed = await knownMarkets(context);
      return (id) => {
        const market = markets.get(id);
        if (market?.exchange === undefined) return listed(id);
        return { asset: market.asset, name: marketName(market) };
      };
    },
  };
}

const UNNAMED = { asset: undefined, exchange: undefined, symbol: undefined } as const;

/** Returns the markets of the public listing; none if that names none or cannot be had. */
async function listing(context: Context): Promise<readonly NamedMarket[]> {
  try {
    return await listedMarkets(context, await context.client(CONCURRENCY));
  } catch (error) {
    context.io.signal.throwIfAborted();
    const { message, kind } = context.failureOf(error);
    if (kind === "usage" || kind === "invalid_setting") throw error;
    context.messages.warning("PART_FAILED", `the public market listing: ${message}`);
    return [];
  }
}

/** Returns the markets of the legs of the portfolio's positions; none without a portfolio. */
async function heldMarkets(context: Context): Promise<readonly NamedMarket[]> {
  const portfolioId = await context.setting("portfolio");
  if (portfolioId === undefined) return [];
  const { signal } = context.io;
  const markets = new Map<number, NamedMarket>();
  const client = await context.client(CONCURRENCY);
  for await (const { asset, legs } of client.positions.list({ portfolioId, signal })) {
    for (const { market_id: id, exchange, symbol } of legs) {
      if (id !== null) markets.set(id, { id, asset, exchange, symbol });
    }
  }
  return [...markets.values()];
}

/** Candidates that an error lists. */
const MOST_CANDIDATES = 8;

function notOne(text: string, named: readonly NamedMarket[]): Error {
  if (named.length === 0) {
    return new NotListedError(
      `no market is named "${text}"`,
      "a market is named by its id, binance:BTCUSDT, BTC/binance or BTC; `carry funding markets` lists them",
    );
  }
  const names = named.map((it) => marketName(it) ?? String(it.id));
  return new UsageError(
    `"${text}" names ${named.length} markets`,
    `use one of ${firstOf(names, MOST_CANDIDATES)}`,
  );
}
