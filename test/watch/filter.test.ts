import { describe, expect, it } from "vitest";
import { filterOf } from "../../src/watch/page.js";
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
    ["OKX", true],
    ["binance", false],
    ["mark_", true],
    ["margin", false],
    ["eth.0000", true],
    ["usdt-swap", true],
    ["eth bybit mark", true],
    ["eth gate", false],
    ["doge", false],
  ])("%j: %s", (text, isWanted) => {
    expect(members.map(filterOf(text))).toEqual([isWanted]);
  });
});
