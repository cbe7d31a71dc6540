import { describe, expect, it } from "vitest";
import { feesNotEarned } from "../../../src/analytics/funding/earnings.js";
import { concernOf, worstFirst } from "../../../src/analytics/position/attention.js";
import type { Reason } from "../../../src/analytics/position/reason.js";
import { stakeOf } from "../../../src/analytics/position/stake.js";
import { crediblePosition } from "../../../src/book/credible-position.js";
import { ago, HOUR, MINUTE } from "../../support/fresh-legs.js";
import { criteria, flat, longLeg, percent, run, runs, shortLeg, sound, usd } from "./judged.js";

const reasons = (more: object, paid = runs(0), by = criteria()): readonly Reason[] =>
  concernOf(sound(more), paid, by).reasons;
const codes = (...of: Parameters<typeof reasons>) => reasons(...of).map(({ code }) => code);

const legs = (long: object, short: object = {}) => ({ legs: [longLeg(long), shortLeg(short)] });
const OLD = { mark_price_updated_at: ago(6 * MINUTE) };
const UNMARKED = { mark_price: null, mark_price_updated_at: null };

describe("a position", () => {
  it("needs no attention while it is even, fresh and loses nothing", () => {
    expect(codes({})).toEqual([]);
  });

  it("is unbalanced once its sides differ by more than the limit", () => {
    expect(codes(legs({}, { quantity: 98 }))).toEqual([]);
    expect(reasons(legs({}, { quantity: 97 }))).toMatchObject([{ code: "unbalanced" }]);
    const [found] = reasons(legs({ quantity: 0 }));
    expect(found).toMatchObject({ code: "unbalanced", missing: "long" });
    expect(reasons(legs({}, { quantity: 0 }))[0]).toMatchObject({ missing: "short" });
    expect(reasons(legs({}, { quantity: 97 }))[0]).toMatchObject({ missing: undefined });
  });

  it("is not unbalanced where the notionals of both sides agree on fresh marks", () => {
    const twice = (quantity: number, more: object = {}) =>
      legs({}, { quantity, open_price: 200, mark_price: 200, ...more });
    expect(codes(twice(49))).toEqual([]); // 9,800 against 10,000
    expect(codes(twice(48.9))).toEqual(["unbalanced"]);
    expect(codes(twice(51))).toEqual([]); // 10,200 against 10,000: 1.96 %
    expect(codes(twice(51.1))).toEqual(["unbalanced"]);
    expect(codes(twice(50, OLD))).toContain("unbalanced");
    expect(codes(twice(50, { mark_price_updated_at: null }))).toContain("unbalanced");
    expect(codes(twice(50, UNMARKED))).toContain("unbalanced");
  });

  it("with a negative quantity has only that reason of what it holds", () => {
    const found = reasons(legs({ quantity: -100 }));
    expect(found).toMatchObject([{ code: "quantity_negative", legs: [{ side: "long" }] }]);
    const past = { quantity: -100, leverage: 10, open_price: 120 };
    expect(codes(legs(past))).toEqual(["quantity_negative"]);
  });

  it("without anything held is told as such", () => {
    expect(codes(legs({ quantity: 0 }, { quantity: 0 }))).toEqual(["legs_missing"]);
  });

  it("whose legs could not be checked is told as such", () => {
    const by = criteria({}, { isUnchecked: (id) => id === sound().position_id });
    expect(codes({}, runs(0), by)).toEqual(["legs_unchecked"]);
    expect(concernOf(sound({}, 2), runs(0), by).reasons).toEqual([]);
  });
});

describe("a margin", () => {
  /* Lost at 90; at 95 half of it is. */
  const at = (mark: number, more: object = {}) =>
    legs({ leverage: 10, mark_price: mark, ...more }, { mark_price: mark });

  it("is thin once more than half of it is lost, with the distance of the nearest leg", () => {
    expect(codes(at(95))).toEqual([]);
    expect(reasons(at(94))).toMatchObject([{ code: "margin_thin", legs: [{ side: "long" }] }]);
    expect(codes(at(94), runs(0), criteria({ margin: percent("4") }))).toEqual([]);
    const both = {
      legs: [
        longLeg({ leverage: 10, mark_price: 94 }),
        longLeg({ leverage: 10, mark_price: 94, open_price: 104 }), // lost at 93.6
        shortLeg({ quantity: 200, mark_price: 94 }),
      ],
    };
    const [found] = reasons(both);
    expect(found?.code === "margin_thin" && found.distance.toFixed(4)).toBe("0.4255"); // 0.4 of 94
    expect(found?.code === "margin_thin" && found.legs).toHaveLength(2);
  });

  it("is unknown past its loss, without an open price, and at a mark of another time", () => {
    const why = (more: object) =>
      reasons(at(100, more)).flatMap((it) => (it.code === "margin_unknown" ? [it.why] : []));
    expect(why({ open_price: 120 })).toEqual(["past"]); // lost at 108
    expect(why({ open_price: null })).toEqual(["price"]);
    expect(why({ mark_price_updated_at: ago(HOUR) })).toEqual(["mark_old"]);
    expect(why({ mark_price_updated_at: null })).toEqual(["mark_undated"]);
    expect(why(UNMARKED)).toEqual([]);
    expect(why({ leverage: null })).toEqual([]);
  });
});

describe("a loss", () => {
  const lost = (amount: number, more: object = {}) => ({
    performance: flat({ funding_pnl: amount, net_pnl: amount, ...more }),
  });
  const earning = runs(1);

  it("counts beyond 10bp of the notional, before fees", () => {
    expect(codes(lost(-10), earning)).toEqual([]);
    expect(codes(lost(-10.01), earning)).toEqual(["losing"]);
    const spread_pnl = { realized: 6, unrealized: -10.02 };
    const found = reasons(lost(-6, { spread_pnl, net_pnl: -30 }), earning);
    expect(found.map((it) => it.code === "losing" && it.amount.toFixed())).toEqual(["-10.02"]);
    expect(codes(lost(0, { net_pnl: -30 }), earning)).toEqual([]); // fees of 30
  });

  it("counts beyond an amount of USD, and what reads 0.00 is none", () => {
    const by = (amount: string) => criteria({ loss: usd(amount) });
    expect(codes(lost(-12), earning, by("12"))).toEqual([]);
    expect(codes(lost(-12.01), earning, by("12"))).toEqual(["losing"]);
    expect(codes(lost(-0.004), earning, by("0"))).toEqual([]);
    expect(codes(lost(-0.005), earning, by("0"))).toEqual(["losing"]);
  });

  it("is not judged by an old performance, one without a net PnL, or none", () => {
    const at = (ms: number) => lost(-100, { calculated_at: ago(ms) });
    expect(codes(at(HOUR), earning)).toEqual(["losing"]);
    expect(reasons(at(HOUR + 1), earning)).toEqual([
      { code: "performance_stale", ageMs: HOUR + 1 },
    ]);
    expect(codes(lost(-100, { net_pnl: null }), earning)).toEqual(["net_pnl_unavailable"]);
    expect(codes({ performance: undefined }, earning)).toEqual(["net_pnl_unavailable"]);
  });

  it("is not judged by a part of an unknown notional, and is by an amount", () => {
    const unpriced = { ...lost(-100), ...legs({ ...UNMARKED, open_price: null }) };
    expect(codes(unpriced, earning)).toEqual(["mark_missing"]);
    expect(codes(unpriced, runs(-5, -5))).toEqual(["mark_missing"]);
    expect(codes(unpriced, earning, criteria({ loss: usd("12") }))).toContain("losing");
  });
});

describe("paid funding", () => {
  it("counts beyond 1bp of the notional a day", () => {
    expect(codes({}, runs(-1))).toEqual([]);
    expect(reasons({}, runs(-1.01))).toMatchObject([{ code: "paying", since: undefined }]);
    expect(codes({}, runs(-1), criteria({ paying: usd("0.9") }))).toEqual(["paying"]);
  });

  it("is divided by the days that are covered, and not judged without any", () => {
    const half = (usd: number, hours: number) => runs(0, 0, { "24h": run(usd, hours) });
    expect(codes({}, half(-0.6, 12))).toEqual(["paying"]);
    expect(codes({}, half(-0.5, 12))).toEqual([]);
    expect(codes({}, half(-0.6, 0))).toEqual([]);
  });

  it("has USD a day at stake where the whole day is covered, else USD", () => {
    const unitOf = (paid: ReturnType<typeof runs>) => {
      const [reason] = reasons({}, paid);
      return reason && stakeOf(sound(), reason).unit;
    };
    const { settled } = run(-5, 24);
    const part = run(-5, 23, { settled: { ...settled, coveredHours: 23 } });
    expect(unitOf(runs(-5))).toBe("usd_per_day");
    expect(unitOf(runs(0, 0, { "24h": part }))).toBe("usd");
    expect(unitOf(runs(0, 0, { "24h": run(-5, 24, { openedWithin: 7 }) }))).toBe("usd");
  });

  it("that reads 0.00 is none", () => {
    const by = criteria({ paying: usd("0") });
    expect(codes({}, runs(-0.004), by)).toEqual([]);
    expect(codes({}, runs(-0.005), by)).toEqual(["paying"]);
  });

  it("tells since when, where the position is younger", () => {
    const young = runs(0, 0, { "24h": run(-5, 24, { openedWithin: 7 }) });
    expect(reasons({}, young)).toMatchObject([{ code: "paying", since: 7 }]);
  });

  it("of nothing, and of a negative quantity, is not judged", () => {
    expect(codes(legs({ quantity: 0 }, { quantity: 0 }), runs(-5))).toEqual(["legs_missing"]);
    expect(codes(legs({ quantity: -1 }), runs(-5))).toEqual(["quantity_negative"]);
    expect(codes(legs({ quantity: -1 }), runs(null))).toEqual(["quantity_negative"]);
    expect(codes(legs({ quantity: 0 }, { quantity: 0 }), runs(null))).toEqual(["legs_missing"]);
  });
});

describe("fees", () => {
  const below = { performance: flat({ net_pnl: -5 }) };
  const days = (paid: ReturnType<typeof runs>, more: object = below) =>
    feesNotEarned(sound(more), paid, criteria())?.days.value?.toFixed();

  it("that funding does not earn are a reason, and those that it earns take days", () => {
    for (const none of [0, 0.004]) {
      expect(reasons(below, runs(none))).toMatchObject([{ code: "fees_unearned" }]);
      expect(days(runs(none))).toBeUndefined();
    }
    expect(codes(below, runs(-0.5))).toEqual(["fees_unearned"]);
    expect([codes(below, runs(0.005)), days(runs(0.005))]).toEqual([[], "1000"]);
    expect(days(runs(1.5))).toBe("3.33333333333333");
  });

  it("are none where the net PnL is not below zero, or something else was lost", () => {
    for (const net_pnl of [0, 5, -0.004]) {
      const more = { performance: flat({ net_pnl }) };
      expect([codes(more, runs(0)), days(runs(1), more)]).toEqual([[], undefined]);
    }
    const losing = { performance: flat({ funding_pnl: -11, net_pnl: -16 }) };
    expect([codes(losing, runs(0)), days(runs(1), losing)]).toEqual([["losing"], undefined]);
  });

  it("cannot be judged where the funding of 7 days is unknown", () => {
    const found = reasons(below, runs(0, null));
    expect(found).toMatchObject([{ code: "funding_unknown", window: "7d" }]);
    expect(days(runs(0, null))).toBeUndefined();
    expect(codes({}, runs(0, null))).toEqual([]);
    const by = criteria({ loss: usd("10") });
    const empty = { ...below, ...legs({ quantity: 0 }, { quantity: 0 }) };
    expect(codes(empty, runs(0, null), by)).toEqual(["legs_missing"]);
    const negative = { ...below, ...legs({ quantity: -1 }) };
    expect(codes(negative, runs(0, null), by)).toEqual(["quantity_negative"]);
  });
});

describe("funding that is unknown", () => {
  const unknown = (why: "market_unknown" | "funding_unknown" | "not_settled") =>
    runs(0, 0, {
      ...{ "24h": run(null, 24, { unknown: why }), "7d": run(null, 168, { unknown: why }) },
      ...{ without: [sound().legs[0]] as never, awaited: [sound().legs[1]] as never, next: 9 },
    });

  it("is told once, with its cause", () => {
    const below = { performance: flat({ net_pnl: -5 }) };
    expect(reasons(below, unknown("market_unknown"))).toMatchObject([
      { code: "market_unknown", legs: [{ side: "long" }] },
    ]);
    expect(reasons(below, unknown("funding_unknown"))).toMatchObject([
      { code: "funding_unknown", window: "24h", run: { unit: "usd" } },
    ]);
    expect(reasons({}, unknown("not_settled"))).toEqual([
      { code: "not_settled", legs: [sound().legs[1]], next: 9 },
    ]);
    expect(reasons(below, unknown("not_settled"))).toMatchObject([
      { code: "funding_unknown", window: "7d", run: { unit: "usd_per_day" } },
      { code: "not_settled" },
    ]);
  });
});

describe("marks and performances", () => {
  it("that are missing or old are reasons, with the age that is furthest from now", () => {
    expect(reasons(legs(UNMARKED))).toMatchObject([
      { code: "mark_missing", legs: [{ side: "long" }] },
    ]);
    const aged = (a: number, b: number) =>
      reasons(legs({ mark_price_updated_at: ago(a) }, { mark_price_updated_at: ago(b) })).find(
        ({ code }) => code === "mark_stale",
      );
    expect(aged(6 * MINUTE, MINUTE)).toMatchObject({ ageMs: 6 * MINUTE, legs: [{ side: "long" }] });
    expect(aged(6 * MINUTE, -7 * MINUTE)).toMatchObject({ ageMs: -7 * MINUTE });
    expect(aged(7 * MINUTE, -6 * MINUTE)).toMatchObject({ ageMs: 7 * MINUTE });
    expect(aged(5 * MINUTE, -5 * MINUTE)).toBeUndefined();
  });

  it("that are missing are a reason also beside one that cannot be true", () => {
    const shown = (short: object) =>
      crediblePosition(sound(legs({ mark_price: 9000 }, { mark_price: 100, ...short }))).legs;
    const two = { legs: [...shown({}), shortLeg({ quantity: 1, mark_price: null })] };
    const found = reasons(two).filter(({ code }) => ["mark_missing", "implausible"].includes(code));
    expect(found).toMatchObject([
      { code: "mark_missing", legs: [{ quantity: 1 }] },
      { code: "implausible" },
    ]);
    expect(codes({ legs: shown({}) })).not.toContain("mark_missing");
  });

  it("of legs that hold nothing are none", () => {
    const more = { legs: [...sound().legs, longLeg({ ...OLD, quantity: 0 })] };
    expect(codes(more)).toEqual([]);
  });
});

describe("positions that need attention", () => {
  const concern = (n: number, more: object, paid = runs(0)) =>
    concernOf(sound(more, n), paid, criteria());
  const order = (...all: ReturnType<typeof concern>[]) => {
    const names = (some: typeof all) => worstFirst(some).map((it) => all.indexOf(it));
    expect(names(all.toReversed())).toEqual(names(all)); // whatever their order was
    return names(all);
  };
  const lost = (amount: number) => ({
    performance: flat({ funding_pnl: amount, net_pnl: amount }),
  });

  it("are sorted by the severity of their gravest reason, then by what is at stake for it", () => {
    const all = [
      concern(2, { performance: undefined }),
      concern(3, lost(-50)),
      concern(4, legs({}, { quantity: 90 })),
      concern(5, { ...lost(-60), ...legs({}, { quantity: 80 }) }),
      concern(6, legs({ quantity: 1 }, { quantity: 0 })),
      concern(7, legs({ quantity: 0 }, { quantity: 0 })),
    ];
    // critical (100 USD unhedged, nothing held), warnings (2,000, 1,000, 50 USD), info
    expect(order(...all)).toEqual([4, 5, 3, 2, 1, 0]);
    expect(all[3]?.reasons.map(({ code }) => code)).toEqual(["unbalanced", "losing"]);
    expect(concern(8, { ...lost(-600), ...legs({}, { quantity: 95 }) }).reasons).toMatchObject([
      ...[{ code: "losing" }, { code: "unbalanced" }], // 600 and 500 USD
    ]);
  });

  it("are sorted by the amount at stake, largest first, an unknown one before all", () => {
    expect(order(concern(1, lost(-50)), concern(2, lost(-70)))).toEqual([1, 0]);
    expect(order(concern(1, {}, runs(-5)), concern(2, {}, runs(-6)))).toEqual([1, 0]);
    const net = (net_pnl: number) => ({ performance: flat({ net_pnl }) });
    expect(order(concern(1, net(-5)), concern(2, net(-6)))).toEqual([1, 0]);
    const none = (quantity: number, more: object = {}) => ({
      ...{ performance: undefined },
      ...legs({ quantity, ...more }, { quantity }),
    });
    expect(order(concern(1, none(1)), concern(2, none(2)))).toEqual([1, 0]);
    const unhedged = [
      concern(1, legs({}, { quantity: 60 })),
      concern(2, legs({ quantity: 50 })),
      concern(3, legs({ ...UNMARKED }, { quantity: 70 })),
      concern(4, legs({ quantity: 30, mark_price: 90, open_price: 90 }, { quantity: 0 })),
    ];
    // a side that holds nothing (2,700), then unknown, 5,000, 4,000
    expect(order(...unhedged)).toEqual([3, 2, 1, 0]);
    const thin = (quantity: number) =>
      legs({ quantity, leverage: 10, mark_price: 94 }, { quantity, mark_price: 94 });
    expect(order(concern(1, thin(10)), concern(2, thin(20)))).toEqual([1, 0]);
  });
});
