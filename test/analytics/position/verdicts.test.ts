import { describe, expect, it } from "vitest";
import { joinReasons } from "../../../src/analytics/portfolio/joined.js";
import { statusOf } from "../../../src/analytics/portfolio/status.js";
import { mayHideAClosedLeg } from "../../../src/analytics/position/doubt.js";
import { judge, verdictOf } from "../../../src/analytics/position/judge.js";
import { verdictsOf } from "../../../src/analytics/position/verdicts.js";
import { ago, HOUR, MINUTE } from "../../support/fresh-legs.js";
import { marketEvents } from "../../support/market-events.js";
import { uuidOf } from "../../support/records.js";
import { criteria, flat, longLeg, runs, shortLeg, sound } from "./judged.js";

const UNMARKED = { mark_price: null, mark_price_updated_at: null };
const legs = (long: object, short: object = {}) => ({ legs: [longLeg(long), shortLeg(short)] });
const LOST = { performance: flat({ funding_pnl: -50, net_pnl: -50 }) };

describe("the verdict of each check", () => {
  /** The checks that failed, and those whose figures are unknown. */
  function verdicts(more: object, paid = runs(0), by = criteria()) {
    const found = verdictsOf(sound(more), paid, by);
    const of = (verdict: string) =>
      found.filter((it) => it.verdict === verdict).map(({ code }) => code);
    return { failed: of("failed"), unknown: of("unknown"), passed: of("passed").length };
  }

  it("is that a sound position has passed all eleven", () => {
    expect(verdicts({})).toEqual({ failed: [], unknown: [], passed: 11 });
  });

  it("fails with its reason", () => {
    expect(verdicts(LOST)).toMatchObject({ failed: ["losing"], unknown: [], passed: 10 });
    const found = verdictsOf(sound(LOST), runs(0), criteria());
    expect(found.find(({ code }) => code === "losing")?.reason).toMatchObject({ code: "losing" });
    expect(found.find(({ code }) => code === "paying")).toEqual({
      ...{ code: "paying", verdict: "passed" },
    });
  });

  it("is unknown of what a negative quantity hides", () => {
    expect(verdicts(legs({ quantity: -1 }))).toMatchObject({
      failed: ["quantity_negative"],
      unknown: [
        ...["unbalanced", "margin_thin", "losing", "paying", "fees_unearned", "legs_missing"],
        ...["mark_missing", "mark_stale"],
      ],
    });
  });

  it("is unknown of what is held while a leg could not be checked", () => {
    const unchecked = verdicts({}, runs(0), criteria({}, { isUnchecked: () => true }));
    expect(unchecked.unknown).toEqual([
      ...["unbalanced", "margin_thin", "legs_missing", "mark_missing", "mark_stale"],
    ]);
  });

  it("is unknown of a margin without a mark, an open price or a leverage", () => {
    expect(verdicts(legs(UNMARKED))).toMatchObject({
      ...{ failed: ["mark_missing"], unknown: ["margin_thin", "mark_stale"] },
    });
    expect(verdicts(legs({ open_price: null })).unknown).toEqual(["margin_thin"]);
    expect(verdicts(legs({ leverage: null })).unknown).toEqual(["margin_thin"]);
    const ageless = verdicts(legs({ mark_price_updated_at: null }));
    expect(ageless.unknown).toEqual(["margin_thin", "mark_stale"]);
  });

  it("is unknown of earnings without a performance of now", () => {
    expect(verdicts({ performance: undefined })).toMatchObject({
      failed: ["net_pnl_unavailable"],
      unknown: ["losing", "fees_unearned", "performance_stale"],
    });
    expect(verdicts({ performance: flat({ net_pnl: null }) }).unknown).toEqual([
      ...["losing", "fees_unearned"],
    ]);
    expect(verdicts({ performance: flat({ calculated_at: ago(2 * HOUR) }) })).toMatchObject({
      ...{ failed: ["performance_stale"], unknown: ["losing", "fees_unearned"] },
    });
  });

  it("is unknown of earnings without the funding, or the notional that limits are a part of", () => {
    expect(verdicts({}, runs(null, 0)).unknown).toEqual(["paying"]);
    expect(verdicts({}, runs(0, null)).unknown).toEqual(["fees_unearned"]);
    const unsized = verdicts(legs({ ...UNMARKED, open_price: null }));
    expect(unsized.unknown).toEqual([
      ...["margin_thin", "losing", "paying", "fees_unearned", "mark_stale"],
    ]);
  });

  it("is not given of a check that is ignored", () => {
    const by = criteria({ ignore: [{ code: "losing", position: undefined }] });
    expect(verdicts(LOST, runs(0), by)).toEqual({ failed: [], unknown: [], passed: 10 });
  });
});

describe("a judgement", () => {
  const judged = (more: object, paid = runs(0), by = criteria()) => judge(sound(more), paid, by);

  it("is yes with a reason, no without, and unknown where a check could not be made", () => {
    expect(verdictOf(judged({}))).toBe("no");
    expect(verdictOf(judged(LOST))).toBe("yes");
    expect(verdictOf(judged({}, runs(null, 0)))).toBe("unknown");
    expect(verdictOf(judged(LOST, runs(null, 0)))).toBe("yes");
  });

  it("leaves out what is ignored, of all positions or by the beginning of an id in any case", () => {
    const ignoring = (position: string | undefined, id = uuidOf(171)) =>
      judged(
        { ...LOST, position_id: id },
        runs(0),
        criteria({ ignore: [{ code: "losing", position }] }),
      );
    expect([ignoring(undefined).ignored, ignoring(uuidOf(171)).ignored]).toEqual([1, 1]);
    expect([ignoring("00000000-0").ignored, ignoring("0000000000ab").ignored]).toEqual([1, 0]);
    expect(ignoring(uuidOf(171), uuidOf(171).toUpperCase()).ignored).toBe(1);
    expect(ignoring("1").concern.reasons).toHaveLength(1);
    expect(ignoring("1").ignored).toBe(0);
    const other = criteria({ ignore: [{ code: "paying", position: undefined }] });
    expect(judged(LOST, runs(0), other).ignored).toBe(0);
  });
});

describe("a leg that may be closed", () => {
  const may = (more: object, of: object = legs({ mark_price: 101 })) =>
    mayHideAClosedLeg(sound({ ...of, ...more }));
  /* The legs have gained 100 USD of 10,100. */
  const told = (unrealized: number) => ({
    performance: flat({ spread_pnl: { realized: 0, unrealized } }),
  });

  it("is one whose position has another price PnL than its legs, by more than 0.1 % of them", () => {
    expect([may(told(100)), may(told(110.1)), may(told(89.9))]).toEqual([false, false, false]);
    expect([may(told(110.11)), may(told(89.89))]).toEqual([true, true]);
  });

  it("is none while a mark is not within 2 minutes of the performance, or has no time", () => {
    const at = (time: string | null) =>
      may(told(5000), legs({ mark_price: 101, mark_price_updated_at: time }));
    // calculated at 11:59:30
    const near = ["2026-06-01T11:57:30Z", "2026-06-01T12:01:30Z"].map(at);
    const far = ["2026-06-01T11:57:29Z", "2026-06-01T12:01:31Z", null].map(at);
    expect([near, far]).toEqual([
      [true, true],
      [false, false, false],
    ]);
    expect(may({ performance: flat({ calculated_at: "?" }) })).toBe(false);
  });

  it("is one of a position with a held leg without a mark or an open price", () => {
    expect(may(told(0), legs(UNMARKED))).toBe(true);
    expect(may({ performance: undefined }, legs(UNMARKED))).toBe(true);
    expect(may(told(0), legs({ open_price: null }))).toBe(true);
    expect(may(told(0), legs({}, { ...UNMARKED, quantity: 0 }))).toBe(false);
  });

  it("is none where there is nothing to compare, or the position is known in full", () => {
    const off = { ...told(5000), ...legs({}) };
    expect(may(off)).toBe(true);
    expect(may({ ...off, status: "closed" })).toBe(false);
    expect(may({ ...off, performance: undefined })).toBe(false);
    expect(may({ ...off, ...legs({ quantity: 0 }, { quantity: 0 }) })).toBe(false);
    expect(may({ ...off, ...legs({ quantity: -1 }) })).toBe(false);
    const whole = legs({ close_price: null }, { close_price: null });
    expect(may({ ...off, ...whole })).toBe(false);
    expect(may({ ...off, ...legs({ close_price: null }) })).toBe(true);
  });
});

describe("a reason that every position has", () => {
  const aged = (n: number, minutes: number, more: object = {}) => {
    const at = { mark_price_updated_at: ago(minutes * MINUTE) };
    const position = sound({ ...legs(at, at), ...more }, n);
    return judge(position, runs(0), criteria()).concern;
  };
  const joined = (of: number, ...concerns: ReturnType<typeof aged>[]) => {
    const { joined: shared, apart } = joinReasons(concerns, of);
    return {
      shared: shared.map(({ reason, position, positions }) => [
        ...[reason.code, position.position_id, positions],
      ]),
      apart: apart.map(({ reasons }) => reasons.map(({ code }) => code)),
    };
  };

  it("is told once, of the position that is furthest from now in either direction", () => {
    expect(joined(3, aged(1, 6), aged(2, -9), aged(3, 8))).toEqual({
      shared: [["mark_stale", uuidOf(2), 3]],
      apart: [["margin_unknown"], ["margin_unknown"], ["margin_unknown"]],
    });
  });

  it("stays with its position where another one does not have it, or there is only one", () => {
    expect(joined(3, aged(1, 6), aged(2, 6)).shared).toEqual([]);
    expect(joined(1, aged(1, 6)).apart).toEqual([["margin_unknown", "mark_stale"]]);
  });

  it("is told for each code that all of them have", () => {
    const both = [1, 2].map((n) => {
      const at = { mark_price_updated_at: ago(6 * MINUTE) };
      return judge(sound(legs(at, at), n), runs(null, 0), criteria()).concern;
    });
    expect(joined(2, ...both).shared.map(([code]) => code)).toEqual([
      ...["mark_stale", "funding_unknown"],
    ]);
    const lost = judge(sound(LOST, 2), runs(0), criteria()).concern;
    expect(joined(2, aged(1, 6), lost)).toEqual({
      ...{ shared: [], apart: [["margin_unknown", "mark_stale"], ["losing"]] },
    });
  });

  it("leaves a position out that has no other, and is none of those of a single position", () => {
    const silent = [1, 2].map((n) => judge(sound({}, n), runs(null, 0), criteria()).concern);
    expect(joined(2, ...silent)).toEqual({
      ...{ shared: [["funding_unknown", uuidOf(1), 2]], apart: [] },
    });
    const lost = [1, 2].map((n) => judge(sound(LOST, n), runs(0), criteria()).concern);
    expect(joined(2, ...lost)).toEqual({ shared: [], apart: [["losing"], ["losing"]] });
  });
});

describe("the status of a portfolio", () => {
  const settled = (rate: string) =>
    marketEvents(
      Array.from({ length: 33 * 3 }, (_, n) => ({
        funding_time: ago(4 * HOUR + n * 8 * HOUR),
        ...{ funding_rate: rate, funding_interval: 8, mark_price: "100" },
      })),
    );
  const history = settled("0");
  const status = (positions: ReturnType<typeof sound>[], by = criteria()) =>
    statusOf(positions, () => history, by);
  const nameless = sound({ ...LOST, ...legs({ market_id: null }) }, 2);
  const below = sound({ performance: flat({ net_pnl: -5 }) }, 3);

  it("separates what needs attention from what could not be judged", () => {
    const { attention, notJudged, each, ignored } = status([sound(), nameless, below]);
    const shown = (some: typeof attention) =>
      some.map(({ position, reasons }) => [position.position_id, ...reasons.map((it) => it.code)]);
    expect(shown(attention)).toEqual([
      [uuidOf(2), "losing"],
      [uuidOf(3), "fees_unearned"],
    ]);
    expect(shown(notJudged)).toEqual([[uuidOf(2), "market_unknown"]]);
    expect(each.map(({ reasons }) => reasons.length)).toEqual([0, 2, 1]);
    expect(ignored).toBe(0);
  });

  it("has the days in which funding earns the fees", () => {
    const paid = settled("0.0001");
    const { feesNotEarned, attention } = statusOf(
      [sound(), below],
      (id) => (id === 2 ? paid : history),
      criteria(),
    );
    // 5 USD at 100 × 100 × 0.0001 three times a day
    expect(feesNotEarned.map(({ position, days }) => [position, days.value?.toFixed()])).toEqual([
      [below, "1.66666666666667"],
    ]);
    expect(attention).toEqual([]);
  });

  it("counts what was ignored, and positions without a leverage", () => {
    const by = criteria({
      ignore: [
        { code: "losing", position: undefined },
        { code: "market_unknown", position: undefined },
      ],
    });
    const unlevered = sound(legs({ leverage: null }), 4);
    const found = status([nameless, { ...nameless, position_id: uuidOf(5) }, unlevered], by);
    expect(found).toMatchObject({ ignored: 4, withoutLeverage: 1, attention: [], notJudged: [] });
  });

  it("is of the oldest performance, or of now without one", () => {
    const old = sound({ performance: flat({ calculated_at: ago(3 * MINUTE) }) });
    expect(status([old, sound({}, 2)]).asOf).toBe(Date.parse(ago(3 * MINUTE)));
    expect(status([]).asOf).toBe(Date.parse(ago(0)));
  });
});
