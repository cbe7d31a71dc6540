import { describe, expect, it } from "vitest";
import type { Leg } from "../../../../src/client/resources/position.js";
import { exchangesOn, pairOf } from "../../../../src/figures/engine/portfolio/groups.js";

describe("a pair of exchanges", () => {
  const on = (side: string, exchange: string) => ({ side, exchange }) as Leg;

  it("has each exchange of a side once, sorted, the long side first", () => {
    const legs = [on("short", "okx"), on("short", "bybit"), on("short", "okx"), on("long", "z")];
    expect(pairOf(legs)).toBe("z/bybit+okx");
    expect([pairOf([on("long", "z")]), pairOf([on("short", "z")])]).toEqual(["z/none", "none/z"]);
    expect(exchangesOn([on("long", "z")], "short")).toBeNull();
  });
});
