import { hash, Salt } from "./random.js";
import { pairOf, type Scenarios, scenarioOf } from "./scenarios.js";

/** An asset of the sandbox; `price` is its long-run level in USD. */
export interface AssetEntry {
  readonly symbol: string;
  readonly name: string;
  readonly assetClass: string;
  readonly price: number;
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  /** Volatility of the price relative to a large coin. */
  readonly liveliness: number;
  /** Exchanges that list it; `binance:USDC` is a second market there, quoted in USDC. */
  readonly listings: readonly string[];
}

/** One perpetual market. */
export interface MarketEntry {
  readonly id: number;
  readonly asset: AssetEntry;
  readonly exchange: string;
  readonly symbol: string;
  /** Currency of its prices: a dollar, or a coin that counts as one. */
  readonly quote: "USDT" | "USDC" | "USD";
  readonly intervalHours: number;
  /** Taker fee as a fraction of the notional. */
  readonly fee: number;
}

type Quote = MarketEntry["quote"];

interface ExchangeEntry {
  readonly fee: number;
  /** Currency of all its prices; otherwise that of the listing, or USDT. */
  readonly quote?: Quote;
  symbol(asset: string, quote: string): string;
  interval(liveliness: number): number;
}

const everyEight = (): number => 8;
const everyHour = (): number => 1;
const fasterForLively = (liveliness: number): number => (liveliness > 1.5 ? 4 : 8);

const exchanges: Readonly<Record<string, ExchangeEntry>> = {
  binance: { fee: 0.0005, symbol: (asset, quote) => asset + quote, interval: fasterForLively },
  bybit: { fee: 0.00055, symbol: (asset, quote) => asset + quote, interval: fasterForLively },
  okx: {
    fee: 0.0005,
    symbol: (asset, quote) => `${asset}-${quote}-SWAP`,
    interval: everyEight,
  },
  gate: { fee: 0.0005, symbol: (asset, quote) => `${asset}_${quote}`, interval: fasterForLively },
  hyperliquid: { fee: 0.00045, quote: "USD", symbol: (asset) => asset, interval: everyHour },
  dydx: {
    fee: 0.0005,
    quote: "USD",
    symbol: (asset, quote) => `${asset}-${quote}`,
    interval: everyHour,
  },
};

const wide = ["binance", "bybit", "okx", "hyperliquid", "dydx", "gate"];

function asset(
  symbol: string,
  name: string,
  price: number,
  [priceDecimals, quantityDecimals]: readonly [price: number, quantity: number],
  liveliness: number,
  listings: readonly string[],
  assetClass = "crypto",
): AssetEntry {
  return {
    symbol,
    name,
    assetClass,
    price,
    priceDecimals,
    quantityDecimals,
    liveliness,
    listings,
  };
}

/** All assets of the sandbox, in the order of the assets listing. */
export const assets: readonly AssetEntry[] = [
  asset("BTC", "Bitcoin", 61_500, [1, 3], 0.8, [...wide, "binance:USDC", "bybit:USDC"]),
  asset("ETH", "Ethereum", 3_150, [2, 2], 1, [...wide, "binance:USDC"]),
  asset("SOL", "Solana", 148, [3, 1], 1.2, wide),
  asset("XRP", "XRP", 2.2, [5, 0], 1.2, wide),
  asset("BNB", "BNB", 640, [2, 2], 0.9, ["binance", "bybit", "okx", "hyperliquid"]),
  asset("DOGE", "Dogecoin", 0.21, [6, 0], 1.5, wide),
  asset("LINK", "Chainlink", 16.4, [4, 1], 1.3, wide),
  asset("AVAX", "Avalanche", 24.8, [4, 1], 1.4, ["binance", "bybit", "okx", "hyperliquid", "gate"]),
  asset("ARB", "Arbitrum", 0.46, [6, 0], 1.6, ["binance", "bybit", "hyperliquid", "dydx"]),
  asset("SUI", "Sui", 3.1, [5, 0], 1.6, ["binance", "bybit", "okx", "hyperliquid", "gate"]),
  asset("HYPE", "Hyperliquid", 34, [4, 1], 1.8, ["hyperliquid", "bybit", "gate"]),
  asset("PEPE", "Pepe", 0.0000112, [10, 0], 2, ["binance", "okx", "gate", "hyperliquid"]),
  asset("XAU", "Gold", 2_650, [2, 2], 0.25, ["binance", "bybit", "hyperliquid"], "commodity"),
  asset("TSLA", "Tesla", 310, [3, 1], 0.6, ["hyperliquid", "bybit", "gate"], "equity"),
];

function marketOf(asset: AssetEntry, listing: string, id: number): MarketEntry {
  const [exchange = listing, named] = listing.split(":");
  const rules = exchanges[exchange];
  if (rules === undefined) {
    throw new Error(`${asset.symbol} is listed on ${exchange}, which is not in the catalog`);
  }
  const quote = rules.quote ?? (named === "USDC" ? named : "USDT");
  return {
    id,
    asset,
    exchange,
    quote,
    symbol: rules.symbol(asset.symbol, quote),
    intervalHours: rules.interval(asset.liveliness),
    fee: rules.fee,
  };
}

/** Returns all markets; a market's id is its index plus one. */
export function listMarkets(): MarketEntry[] {
  return assets
    .flatMap((asset) => asset.listings.map((listing) => ({ asset, listing })))
    .map(({ asset, listing }, place) => marketOf(asset, listing, place + 1));
}

/** Indexes in the list of assets; the large ones are held more often. */
const BASKET = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 1, 2];

/** Returns an item of a list that repeats endlessly. */
export function pick<T>(list: readonly T[], number: number): T {
  const item = list[number % list.length];
  if (item === undefined) throw new RangeError("nothing to pick from");
  return item;
}

/** Returns the index of a position's asset in the list of assets, unless a scenario determines it. */
export function assetPlace(seed: number, index: number): number {
  const round = Math.floor(index / BASKET.length);
  // The step and the basket's length are coprime, so a round contains each entry once.
  return pick(BASKET, index * 5 + (hash(seed, round, Salt.asset) % BASKET.length));
}

/** Returns the symbol of a position's asset. */
export function assetOf(seed: number, index: number, scenarios: Scenarios): string {
  const pair = pairOf(scenarioOf(scenarios, index));
  return pair?.asset ?? pick(assets, assetPlace(seed, index)).symbol;
}
