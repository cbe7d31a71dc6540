import { describe, expect, it } from "vitest";
import { listedMarket, listedPair } from "../../src/base/names/market-name.js";

const NOTHING = { id: undefined, asset: undefined, exchange: undefined, symbol: undefined };

describe("a record of the market listing", () => {
  it.each([
    [{ market_id: 3, base_asset: "BTC", exchange: "okx", symbol: "X" }, [3, "BTC", "okx", "X"]],
    [{ marketId: "12", baseAsset: "ETH" }, [12, "ETH", undefined, undefined]],
    [{ id: 7, asset: "SOL" }, [7, "SOL", undefined, undefined]],
    [{ id: 9, marketId: 8, market_id: 7 }, [7, undefined, undefined, undefined]],
    [{ id: 1, asset: "USDT", base_asset: "BTC" }, [1, "BTC", undefined, undefined]],
    [{ id: 1, asset: "BTC", base_asset: null }, [1, "BTC", undefined, undefined]],
    [{ id: 1, asset: "BTC", base_asset: "" }, [1, "BTC", undefined, undefined]],
  ])("%j is read as %j", (record, [id, asset, exchange, symbol]) => {
    expect(listedMarket(record)).toEqual({ id, asset, exchange, symbol });
  });

  it.each([[null], ["BTC"], [7], [[]], [{}], [Object.create({ id: 3, asset: "BTC" })]])(
    "%j names no market",
    (record) => {
      expect(listedMarket(record)).toEqual(NOTHING);
    },
  );

  it.each([[0], [-1], [1.5], ["1e3"], ["0"], ["a-uuid"], [""], [2 ** 53], [null], [true], [{}]])(
    "has no market with the id %j",
    (id) => {
      expect(listedMarket({ market_id: id }).id).toBeUndefined();
    },
  );
});

describe("a record of the arbitrage listing", () => {
  const btc = { ...NOTHING, asset: "BTC" };

  it.each([
    [{ asset: "BTC", long: { market_id: 1 }, short: { market_id: 4 } }, btc],
    [{ base_asset: "BTC", long: { marketId: 1 }, short: { id: 4 } }, btc],
    [{ baseAsset: "BTC", long_market_id: 1, short_market_id: 4 }, btc],
    [{ asset: "BTC", longMarketId: "1", shortMarketId: 4, long: "okx" }, btc],
    [{ long: { id: 1, asset: "BTC" }, short: { id: 4, baseAsset: "BTC" } }, btc],
    [
      { id: 9, long_market_id: 1, short_market_id: 4, long_exchange: "okx", shortExchange: "okx" },
      { ...NOTHING, exchange: "okx" },
    ],
  ])("%j names both markets", (record, names) => {
    expect(listedPair(record)).toEqual({ long: { ...names, id: 1 }, short: { ...names, id: 4 } });
  });

  it.each([[{ id: 9, long: { market_id: 1 } }], [{ long: "okx", short: "bybit" }], [null]])(
    "%j does not",
    (record) => {
      expect(listedPair(record)).toBeUndefined();
    },
  );
});
