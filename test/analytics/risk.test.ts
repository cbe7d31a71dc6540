import { Big } from "big.js";
import { describe, expect, it } from "vitest";
import { everyExchange, exchangesOf } from "../../src/analytics/exchanges.js";
import { type LegRisk, legRisksOf, nearestFirst } from "../../src/analytics/leg-risk.js";
import { lacksLeverage } from "../../src/analytics/margin.js";
import type { Measure } from "../../src/analytics/measure.js";
import { isHedged, riskOf } from "../../src/analytics/risk.js";
import { type Stress, stressOf } from "../../src/analytics/stress.js";
import type { FundingPoint } from "../../src/client/resources/funding.js";
import type { LegSummary, Position } from "../../src/client/resources/position.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.parse("2026-06-01T00:00:00Z");
const ago = (ms: number) => new Date(NOW - ms).toISOString();

/** A leg of one at 100 with a leverage of 5. */
const leg = (side: "long" | "short", more: Partial<LegSummary> = {}): LegSummary => ({
  ...{ side, market_id: 1, exchange: "x", symbol: "S", leverage: 5, quantity: 1 },
  ...{ open_price: 100, mark_price: 100, mark_price_updated_at: ago(MINUTE) },
  ...more,
});
const held = (...legs: LegSummary[]): Position => ({
  ...{ position_id: "p", asset: "S", status: "open", closed_at: null },
  ...{ opened_at: ago(1000 * HOUR), legs },
});

const inputs = { now: NOW, historyOf: (): readonly FundingPoint[] | undefined => undefined };
const risks = (...positions: readonly Position[]) =>
  positions.flatMap((position) => legRisksOf(position, inputs, new Big(10)));
const risk = (...positions: readonly Position[]) =>
  riskOf(positions, { ...inputs, margin: new Big(10), stresses: [], isUnchecked: () => false });
const numberOf = ({ value }: Measure) => value?.toNumber() ?? null;

describe("the risk of a leg", () => {
  const only = (more: Partial<LegSummary>, side: "long" | "short" = "long"): LegRisk => {
    const [found] = risks(held(leg(side, more)));
    if (found === undefined) throw new Error("no leg");
    return found;
  };

  it("is away from the price at which the margin is gone, and has a part of it left", () => {
    const [long, short] = [only({ mark_price: 90 }), only({ mark_price: 110 }, "short")];
    const figures = ({ goneAt, away, left, margin }: LegRisk) =>
      [goneAt, away, left, margin].map(numberOf);
    // 10 of the 20 that are posted for one are lost
    expect(figures(long)).toEqual([80, 11.11111111, 50, 18]);
    expect(figures(short)).toEqual([120, 9.09090909, 50, 22]);
  });

  it("is unknown from the price on at which the margin is gone", () => {
    expect([only({ mark_price: 80.01 }).isThin, only({ mark_price: 80 }).isThin]).toEqual([
      ...[true, undefined],
    ]);
    expect(only({ mark_price: 80 }).unknown).toBe("past");
  });

  it("is unknown without a leverage or a price above zero", () => {
    for (const [more, why] of [
      [{ leverage: 0 }, "no_leverage"],
      [{ leverage: -1 }, "no_leverage"],
      [{ open_price: 0 }, "price"],
      [{ mark_price: 0 }, "price"],
      [{ mark_price: -1 }, "price"],
      [{ leverage: null, mark_price: null }, "no_leverage"],
      [{ open_price: null, mark_price: null }, "mark_missing"],
    ] as const) {
      const found = only(more);
      expect([found.unknown, found.isThin, found.away.value]).toEqual([why, undefined, null]);
    }
    expect([only({ leverage: 0 }), only({ leverage: -1 })].map((it) => it.margin.value)).toEqual([
      ...[null, null],
    ]);
    expect(only({ open_price: 0 }).goneAt.value).toBeNull();
    expect(numberOf(only({ mark_price: null }).goneAt)).toBe(80);
  });

  it("is of the time of its mark price, and stale with it", () => {
    const times = (more: Partial<LegSummary>) => {
      const { notional, away } = only(more);
      return [notional.asOf, notional.stale, away.asOf];
    };
    expect(times({})).toEqual([NOW - MINUTE, false, NOW - MINUTE]);
    expect(times({ mark_price_updated_at: ago(6 * MINUTE) })[1]).toBe(true);
    expect(times({ mark_price: null })).toEqual([undefined, false, undefined]);
    expect(times({ mark_price_updated_at: null })).toEqual([undefined, false, undefined]);
  });

  it("has no notional and no margin beside a leg with a negative quantity", () => {
    const [one, negative] = risks(held(leg("long"), leg("short", { quantity: -1 })));
    expect([one?.notional.value, one?.margin.value, one?.isThin]).toEqual([null, null, false]);
    expect([negative?.unknown, negative?.isThin]).toEqual(["quantity_negative", undefined]);
  });

  it("comes thin ones first, then unknown ones, then the nearest, then those without leverage", () => {
    const marks = [99, 81, 80, 85, 95].map((mark_price) => leg("long", { mark_price }));
    const sorted = nearestFirst(risks(held(leg("long", { leverage: null }), ...marks)));
    expect(sorted.map((it) => [it.leg.mark_price, it.leg.leverage])).toEqual([
      ...[
        [81, 5],
        [85, 5],
        [80, 5],
        [95, 5],
        [99, 5],
        [100, null],
      ],
    ]);
  });

  it("lacks a leverage if that is missing or not above zero, and the leg held", () => {
    const lacking = (more: Partial<LegSummary>) => lacksLeverage(held(leg("long", more)));
    expect([{}, { leverage: null }, { leverage: 0 }].map(lacking)).toEqual([false, true, true]);
    expect(lacking({ leverage: 0, quantity: 0 })).toBe(false);
  });
});

describe("what is unhedged", () => {
  const rows = (...positions: readonly Position[]) =>
    risk(...positions).unhedged.map((it) => [numberOf(it.unhedged), it.missing ?? null]);

  it("comes the largest first, whatever its sign, and unknown ones before", () => {
    const [small, large] = [leg("long", { quantity: 2 }), leg("long", { quantity: 0.5 })];
    const tiny = held(leg("long"), leg("short", { quantity: 0.9 }));
    const unknown = held(leg("long", { mark_price: null }));
    expect(rows(tiny, held(leg("short", { quantity: 3 })), unknown, held(small, large))).toEqual([
      ...[
        [null, "short"],
        [-300, "long"],
        [250, "short"],
        [10, null],
      ],
    ]);
    expect(rows(unknown, tiny).map(([value]) => value)).toEqual([null, 10]);
  });

  it("has no missing side if nothing is held at all", () => {
    expect(rows(held(leg("long", { quantity: 0 })))).toEqual([[0, null]]);
    expect(rows(held(leg("long"), leg("short", { quantity: -1 })))).toEqual([[null, null]]);
  });

  it("is nothing if it reads 0.00, and not if it is unknown", () => {
    const isHedgedBy = (quantity: number) =>
      risk(held(leg("long"), leg("short", { quantity }))).unhedged.map(isHedged);
    expect([isHedgedBy(0.99996), isHedgedBy(0.99995), isHedgedBy(1.00005)]).toEqual([
      ...[[true], [false], [false]],
    ]);
    expect(risk(held(leg("long", { mark_price: null }))).unhedged.map(isHedged)).toEqual([false]);
  });

  it("is of the oldest mark price, and stale with it", () => {
    const old = leg("short", { mark_price_updated_at: ago(6 * MINUTE) });
    const [found] = risk(held(leg("long"), old)).unhedged;
    expect(found?.unhedged).toMatchObject({ asOf: NOW - 6 * MINUTE, stale: true });
    const [fresh] = risk(held(leg("long"), leg("short", { mark_price_updated_at: null }))).unhedged;
    expect([fresh?.unhedged.asOf, fresh?.unhedged.stale]).toEqual([undefined, false]);
  });
});

describe("the margin of all legs", () => {
  it("is of those with a notional and a leverage, with their number and share", () => {
    const found = risk(held(leg("long", { quantity: 3 }), leg("short", { leverage: null }))).margin;
    expect([numberOf(found), found.counted, found.of]).toEqual([60, 1, 2]);
    expect([found.grossShare?.toNumber(), found.grossShareAbout]).toEqual([75, false]);
    expect([found.asOf, found.stale]).toEqual([NOW - MINUTE, false]);
  });

  it("is stale with one of its marks, and as old as the oldest", () => {
    const old = leg("short", { mark_price_updated_at: ago(6 * MINUTE) });
    expect(risk(held(leg("long"), old)).margin).toMatchObject({
      stale: true,
      asOf: NOW - 6 * MINUTE,
    });
    const untold = leg("short", { mark_price_updated_at: null });
    expect(risk(held(leg("long"), untold)).margin.asOf).toBeUndefined();
  });
});

describe("the exchanges", () => {
  const on = (exchange: string, side: "long" | "short", more: Partial<LegSummary> = {}) =>
    leg(side, { exchange, ...more });

  it("come by their share, largest first, then by their names, and one of unknown share first", () => {
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
    expect(unknown.map(({ share }) => share.value)).toEqual([null, null, null, null]);
  });

  it("have long and short notionals, whose difference is the net", () => {
    const legs = [on("a", "long", { quantity: 3 }), on("a", "short", { quantity: 2 })];
    const { long, short, net, gross, margin, legs: count } = everyExchange(risks(held(...legs)));
    expect([long, short, net, gross, margin].map(numberOf)).toEqual([300, 200, 100, 500, 100]);
    expect([count, long.counted, short.of, net.of]).toEqual([2, 1, 1, 2]);
    expect(gross).toMatchObject({ asOf: NOW - MINUTE, stale: false });
  });

  it("have shares about where an open price stands for a mark, and not otherwise", () => {
    const about = (more: Partial<LegSummary>) =>
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

  it("have no figure of a position with a negative quantity", () => {
    const negative = held(on("a", "long", { mark_price: 130 }), on("b", "short", { quantity: -1 }));
    const found = everyExchange(risks(negative));
    const { long, gross, margin, pricePnl } = found;
    expect([long, gross, margin, pricePnl].map(numberOf)).toEqual([null, null, null, null]);
  });
});

describe("a stress", () => {
  const stress = (kind: Stress, ...positions: readonly Position[]) =>
    stressOf(kind, positions, inputs);
  const down: Stress = { kind: "down", exchange: "y" };
  const price: Stress = { kind: "price", percent: new Big(20) };
  const basis: Stress = { kind: "basis", points: new Big(1) };
  const there = (more: Partial<LegSummary> = {}) => leg("short", { exchange: "y", ...more });

  it("of an exchange is over the positions that hold something there", () => {
    const left = held(leg("long"), there({ quantity: 0 }));
    const { result, held: onIt } = stress(down, held(leg("long", { quantity: 2 }), there()), left);
    expect([numberOf(result), result.counted, result.of]).toEqual([200, 1, 1]);
    expect([onIt && numberOf(onIt), onIt?.of]).toEqual([100, 1]);
    const none = stress(down, left);
    expect([numberOf(none.result), none.result.of]).toEqual([0, 0]);
  });

  it("of an exchange adds up what is left elsewhere in absolute values", () => {
    const other = held(leg("short", { quantity: 3 }), leg("long", { exchange: "y" }));
    const { result } = stress(down, held(leg("long"), there()), other);
    expect(numberOf(result)).toBe(400);
  });

  it("is unknown of a negative quantity", () => {
    const negative = held(leg("long", { quantity: -1 }), there());
    for (const kind of [down, price, basis]) {
      const { result, held: onIt } = stress(kind, negative);
      expect([result.value, result.counted, onIt?.value ?? null]).toEqual([null, 0, null]);
    }
  });

  it("of the basis costs nothing without a short side, and is unknown without a long one", () => {
    expect(numberOf(stress(basis, held(leg("long"))).result)).toBe(0);
    expect(numberOf(stress(basis, held(leg("long"), leg("short"))).result)).toBe(-1);
    expect(numberOf(stress(basis, held(leg("short"))).result)).toBeNull();
  });

  it("is as old as the mark prices and stale with them", () => {
    const old = held(
      leg("long", { quantity: 2, mark_price_updated_at: ago(6 * MINUTE) }),
      leg("short"),
    );
    for (const kind of [price, basis]) {
      expect(stress(kind, old).result).toMatchObject({ asOf: NOW - 6 * MINUTE, stale: true });
      expect(stress(kind, held(leg("long"))).result).toMatchObject({ stale: false });
    }
  });

  it("of funding is against going on for 30 days as in the last 7, and stale with no mark", () => {
    const settled = Array.from({ length: 40 }, (_, n) => ({
      funding_time: ago(n * 8 * HOUR),
      ...{ funding_rate: "0.001", funding_interval: 8, mark_price: "100" },
    }));
    const old = leg("short", { mark_price_updated_at: ago(6 * MINUTE) });
    const of = (factor: string) =>
      stressOf({ kind: "funding", factor: new Big(factor) }, [held(old)], {
        now: NOW,
        historyOf: () => settled,
      }).result;
    // 0.3 a day
    expect(["-1", "0", "1", "2"].map((it) => numberOf(of(it)))).toEqual([-18, -9, 0, 9]);
    expect(of("0")).toMatchObject({ asOf: NOW, stale: false });
  });
});
