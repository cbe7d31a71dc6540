import { describe, expect, it } from "vitest";
import { exchangesOf, heldSums } from "../../../src/analytics/portfolio/exchanges.js";
import type { Leg } from "../../../src/client/resources/position.js";
import { held, leg, MINUTE, NOW, numberOf, risks } from "../position/risk-leg.js";

describe("the exchanges", () => {
  const on = (exchange: string, side: "long" | "short", more: Partial<Leg> = {}) =>
    leg(side, { exchange, ...more });

  it("come by their share, largest first, then by their names, and by these if no share is known", () => {
    const legs = [on("c", "long"), on("b", "short", { quantity: 3 }), on("a", "long")];
    const found = exchangesOf(risks(held(...legs)), ["d"]);
    expect(found.map(({ exchange, share }) => [exchange, numberOf(share)])).toEqual([
      ...[
        ["b", 60],
        ["a", 20],
        ["c", 20],
        ["d", 0],
      ],
    ]);
    expect(found.map(({ legs, gross }) => [legs, numberOf(gross)])).toEqual([
      ...[
        [1, 300],
        [1, 100],
        [1, 100],
        [0, 0],
      ],
    ]);
    const unpriced = on("z", "long", { mark_price: null, open_price: null });
    const unknown = exchangesOf(risks(held(...legs, unpriced)));
    expect(unknown.map(({ exchange, share }) => [exchange, numberOf(share), share.bound])).toEqual([
      ["b", 60, "at_most"],
      ["a", 20, "at_most"],
      ["c", 20, "at_most"],
      ["z", 0, "at_least"],
    ]);
    const apart = exchangesOf(risks(held(...legs, unpriced, { ...unpriced, exchange: "a" })));
    const shares = new Map(apart.map(({ exchange, share }) => [exchange, share]));
    expect([shares.get("a")?.value, shares.get("b")?.bound]).toEqual([null, "at_most"]);
  });

  it("have long and short notionals, whose difference is the net", () => {
    const legs = [on("a", "long", { quantity: 3 }), on("a", "short", { quantity: 2 })];
    const { long, short, net, gross, margin, legs: count } = heldSums(risks(held(...legs)));
    expect([long, short, net, gross, margin].map(numberOf)).toEqual([300, 200, 100, 500, 100]);
    expect([count, long.counted, short.of, net.of]).toEqual([2, 1, 1, 2]);
    expect(gross).toMatchObject({ asOf: NOW - MINUTE, stale: false });
    const [empty] = exchangesOf([], ["a"]);
    expect(empty?.gross).toMatchObject({ counted: 0, of: 0, stale: false });
  });

  it("have shares about where an open price stands for a mark, and not otherwise", () => {
    const about = (more: Partial<Leg>) =>
      exchangesOf(risks(held(on("a", "long", more), on("b", "short")))).map((it) => it.share.about);
    expect(about({})).toEqual([undefined, undefined]);
    expect(about({ mark_price: null })).toEqual([true, true]);
  });

  it("have the price PnL of positions of which every held leg has a mark price", () => {
    const gaining = held(on("a", "long", { mark_price: 130 }), on("b", "short"));
    const unmarked = held(
      on("a", "long", { mark_price: 150 }),
      on("b", "short", { mark_price: null }),
    );
    const [first] = exchangesOf(risks(gaining, unmarked)).filter((it) => it.exchange === "a");
    expect([
      first && numberOf(first.pricePnl),
      first?.pricePnl.counted,
      first?.pricePnl.of,
    ]).toEqual([30, 1, 2]);
    // 130 of 280 USD
    expect(first?.pricePnl.grossShare?.toFixed(2)).toBe("46.43");
  });

  it("have no figure of a position with a negative quantity, so that long and short are the gross", () => {
    const negative = held(on("a", "long", { mark_price: 130 }), on("b", "short", { quantity: -1 }));
    const found = heldSums(risks(negative));
    const { long, gross, margin, pricePnl } = found;
    expect([long, gross, margin, pricePnl].map(numberOf)).toEqual([null, null, null, null]);
  });
});
