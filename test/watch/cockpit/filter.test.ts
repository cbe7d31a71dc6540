import { describe, expect, it } from "vitest";
import { filterOf } from "../../../src/watch/cockpit/filter.js";
import { groupOf } from "../../support/group.js";
import { leg, position } from "../../support/records.js";

const LEGS = [
  leg({ exchange: "okx", symbol: "ETH-USDT-SWAP" }),
  leg({ side: "short", exchange: "bybit" }),
];
const { members: ROWS } = groupOf([position(1, { asset: "ETH", legs: LEGS })]);
const KNOWN = { handle: "ETH.0e7b", reasons: ["losing", "lost 12 on funding and price"] };

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
    ["on funding", true],
    ["asset:eth exchange:bybit reason:losing", true],
    ["asset:eth exchange:gate", false],
    ["doge", false],
    ["asset:", true],
  ])("%j: %s", (text, isWanted) => {
    expect(ROWS.map((row) => filterOf(text)(row, KNOWN))).toEqual([isWanted]);
  });
});
