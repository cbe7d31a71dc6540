import { describe, expect, it } from "vitest";
import { marketName, marketsNamed, type NamedMarket } from "../../../src/base/names/market-name.js";

const market = (id: number, exchange?: string, symbol?: string, asset?: string): NamedMarket => ({
  id,
  exchange,
  symbol,
  asset,
});

const USDT = market(1, "binance", "BTCUSDT", "BTC");
const USDC = market(2, "binance", "BTCUSDC", "BTC");
const OKX = market(3, "okx", "BTC-USDT-SWAP", "BTC");
const COLON = market(4, "dex", "perp:ETH", "ETH");
const SLASH = market(5, "gate", "X", "A/B");
const ALL = [USDT, USDC, OKX, COLON, SLASH, market(6, undefined, "BTCUSDT"), market(7, "bybit")];

describe("markets named by a text", () => {
  it.each([
    ["binance:btcusdt", [USDT]],
    ["BTC/okx", [OKX]],
    ["btc/BINANCE", [USDT, USDC]],
    ["BTC", [USDT, USDC, OKX]],
    ["dex:perp:ETH", [COLON]],
    ["A/B/gate", [SLASH]],
    ["BTCUSDT", []],
    ["bybit:", []],
    ["undefined:BTCUSDT", []],
    ["", []],
  ])("%j are those of that exchange, symbol or asset, in any case", (text, expected) => {
    expect(marketsNamed(text, ALL)).toEqual(expected);
  });

  it("have a name only with exchange and symbol", () => {
    expect(ALL.map(marketName)).toEqual([
      ...["binance:BTCUSDT", "binance:BTCUSDC", "okx:BTC-USDT-SWAP", "dex:perp:ETH", "gate:X"],
      ...[undefined, undefined],
    ]);
  });
});
