import { describe, expect, it } from "vitest";
import { filterOf } from "../../src/watch/filter.js";
import { groupOf } from "../support/group.js";
import { leg, performance, position } from "../support/records.js";

const LEGS = [
  leg({ exchange: "okx", symbol: "ETH-USDT-SWAP" }),
  leg({ side: "short", exchange: "bybit" }),
];
const LOST = performance({ funding_pnl: -500, spread_pnl: { realized: 0, unrealized: 0 } });
const { members } = groupOf([position(1, { asset: "ETH", legs: LEGS, performance: LOST })]);

describe("a filter", () => {
  it.each([
    ["", true],
    ["eth", true],
    ["asset:et", true],
    ["asset:th", false],
    ["exchange:OKX", true],
    ["exchange:binance", false],
    ["cause:mark_", true],
    ["cause:margin", false],
    ["eth.0000", true],
    ["usdt-swap", true],
    ["asset:eth exchange:bybit cause:mark", true],
    ["asset:eth exchange:gate", false],
    ["doge", false],
    ["asset:", true],
  ])("%j: %s", (text, isWanted) => {
    expect(members.map(filterOf(text))).toEqual([isWanted]);
  });
});
