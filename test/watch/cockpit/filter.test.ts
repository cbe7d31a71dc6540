import { describe, expect, it } from "vitest";
import { filterOf } from "../../../src/watch/cockpit/filter.js";
import { leg, position } from "../../support/records.js";

const ROW = {
  position: position(1, { asset: "ETH" }),
  legs: [
    leg({ exchange: "okx", symbol: "ETH-USDT-SWAP" }),
    leg({ side: "short", exchange: "bybit" }),
  ],
} as never;
const KNOWN = { handle: "ETH.0e7b", reasons: ["losing", "losing: funding and price PnL -12"] };

describe("a filter", () => {
  it.each([
    ["", true],
    ["eth", true],
    ["asset:et", true],
    ["asset:th", false],
    ["exchange:OKX", true],
    ["exchange:binance", false],
    ["reason:los", true],
    ["reason:margin", false],
    ["0e7b", true],
    ["usdt-swap", true],
    ["price PnL", true],
    ["asset:eth exchange:bybit reason:losing", true],
    ["asset:eth exchange:gate", false],
    ["doge", false],
    ["asset:", true],
  ])("%j: %s", (text, isWanted) => expect(filterOf(text)(ROW, KNOWN)).toBe(isWanted));
});
