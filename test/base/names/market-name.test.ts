import { describe, expect, it } from "vitest";
import { marketsNamed, type NamedMarket } from "../../../src/base/names/market-name.js";

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
const TSLA = market(8, "hyperliquid", "xyz:TSLA", "xyz:TSLA");
const LINEAR = market(9, "okx", "BTC/USDT:USDT", "BTC-L");
const ALL = [
  USDT,
  USDC,
  OKX,
  COLON,
  SLASH,
  TSLA,
  LINEAR,
  market(6, undefined, "BTCUSDT"),
  market(7, "bybit"),
];

describe("markets named by a text", () => {
  it.each([
    ["binance:btcusdt", [USDT]],
    ["BTC/okx", [OKX]],
    ["btc/BINANCE", [USDT, USDC]],
    ["BTC", [USDT, USDC, OKX]],
    ["dex:perp:ETH", [COLON]],
    ["A/B/gate", [SLASH]],
    ["A/B", [SLASH]],
    ["xyz:tsla/hyperliquid", [TSLA]],
    ["hyperliquid:xyz:TSLA", [TSLA]],
    ["xyz:TSLA", [TSLA]],
    ["okx:BTC/USDT:USDT", [LINEAR]],
    ["BTCUSDT", []],
    ["bybit:", []],
    ["undefined:BTCUSDT", []],
    ["", []],
  ])("%j are those of that exchange, symbol or asset, in any case", (text, expected) => {
    expect(marketsNamed(text, ALL)).toEqual(expected);
  });
});
