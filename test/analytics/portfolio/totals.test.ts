import { Big } from "big.js";
import { describe, expect, it } from "vitest";
import { totalsOf } from "../../../src/analytics/portfolio/totals.js";
import { createShare, createSum, older } from "../../../src/analytics/sum.js";
import type { Position } from "../../../src/client/resources/position.js";
import { leftOutTotal } from "../../../src/views/left-out.js";
import { ago, HOUR, hedged, long, MINUTE, short } from "../../support/fresh-legs.js";
import { NOW } from "../../support/now.js";
import { performance, uuidOf } from "../../support/records.js";

const totals = (...positions: Position[]) => totalsOf(positions, { now: NOW });

/** A figure of totals as a number, with its counts. */
function figure(of: ReturnType<typeof totals>, name: keyof typeof of.figures) {
  const { value, counted, of: all } = of.figures[name];
  return [value?.toNumber(), counted, all];
}

const UNMARKED = [long(), short({ mark_price: null, mark_price_updated_at: null })];

describe("the totals of positions", () => {
  it("are sums over positions, and net PnL is the sum of its parts", () => {
    const other = performance({
      ...{ funding_pnl: 20, fees: { paid: 3, estimated_exit: 2 }, net_pnl: 16 },
      spread_pnl: { realized: 4, unrealized: -3 },
    });
    const sum = totals(
      hedged(1),
      hedged(2, { performance: other, legs: [long({ quantity: 0.6 }), short()] }),
      hedged(3, { status: "closed", closed_at: ago(HOUR), performance: other }),
    );
    expect(sum).toMatchObject({ positions: 3, open: 2, closed: 1, notInNetPnl: [] });
    expect(figure(sum, "funding_pnl")).toEqual([140.5, 3, 3]);
    expect(figure(sum, "fees_paid")).toEqual([16.25, 3, 3]);
    expect(figure(sum, "fees_estimated_exit")).toEqual([9.25, 3, 3]);
    expect(figure(sum, "fees")).toEqual([25.5, 3, 3]);
    expect(figure(sum, "spread_pnl")).toEqual([-1.5, 3, 3]);
    expect(figure(sum, "net_pnl")).toEqual([113.5, 3, 3]); // 140.5 - 1.5 - 25.5
    expect(figure(sum, "gross_notional")).toEqual([128_100, 3, 3]); // (1 + 1.1) × 61,000
    expect(figure(sum, "net_notional")).toEqual([6100, 3, 3]);
    expect(figure(sum, "unhedged_notional")).toEqual([6100, 3, 3]);
  });

  it("add up what is unhedged, whatever its direction", () => {
    const sum = totals(hedged(1, { legs: [long()] }), hedged(2, { legs: [short()] }));
    expect(figure(sum, "unhedged_notional")).toEqual([61_000, 2, 2]);
    expect(figure(sum, "net_notional")).toEqual([0, 2, 2]);
  });

  it("leave a position without a net PnL out of all of its parts, and name it", () => {
    const unknown = performance({ net_pnl: null });
    const sum = totals(
      hedged(1),
      hedged(2, { performance: unknown, asset: "ETH" }),
      hedged(3, { performance: unknown, legs: UNMARKED }),
      hedged(4, { performance: undefined }),
    );
    for (const name of ["funding_pnl", "fees", "fees_paid", "spread_pnl", "net_pnl"] as const) {
      expect(figure(sum, name)).toEqual([expect.any(Number), 1, 4]);
    }
    expect(figure(sum, "funding_pnl")[0]).toBe(100.5);
    const named = sum.notInNetPnl.map(({ funding, fees, realized: _, gross: __, ...rest }) => ({
      ...rest,
      known: [funding?.toNumber(), fees?.toNumber()],
    }));
    const known = [100.5, 15.5];
    expect(named).toEqual([
      { position_id: uuidOf(2), asset: "ETH", status: "open", why: "net_pnl_missing", known },
      { position_id: uuidOf(3), asset: "BTC", status: "open", why: "mark_missing", known },
      {
        ...{ position_id: uuidOf(4), asset: "BTC", status: "open", why: "performance_missing" },
        known: [undefined, undefined],
      },
    ]);
  });

  it("are unknown where no position has the figure, also without a position", () => {
    const lost = totals(hedged(1, { performance: performance({ net_pnl: null }) }));
    expect(figure(lost, "net_pnl")).toEqual([undefined, 0, 1]);
    expect(figure(totals(), "net_pnl")).toEqual([undefined, 0, 0]);
    const zero = totals(hedged(1, { performance: performance({ net_pnl: 0 }) }));
    expect(figure(zero, "net_pnl")).toEqual([0, 1, 1]);
  });

  it("say in money what they leave out", () => {
    const unknown = (realized: number, funding_pnl: number, paid: number) => ({
      performance: performance({
        ...{ net_pnl: null, funding_pnl, fees: { paid, estimated_exit: 0 } },
        spread_pnl: { realized, unrealized: 0 },
      }),
    });
    const { leftOut } = totals(
      ...[1, 2, 3, 4, 5, 6].map((n) => hedged(n)),
      hedged(7, unknown(-414_538.26, 2_000, 1_000)),
      hedged(8, unknown(0, 757.48, 448.66)),
      hedged(9, { performance: undefined, legs: UNMARKED }),
    );
    expect([leftOut.realized, leftOut.funding, leftOut.fees]).toMatchObject(
      [-414_538.26, 2_757.48, 1_448.66].map((usd) => ({ value: new Big(usd), counted: 2, of: 3 })),
    );
    // 2 of 61,000, and 60,500 with an open price, of 8 of 61,000 and that
    expect(leftOut.positions).toBe(3);
    expect(leftOut.grossShare?.toNumber()).toBeCloseTo((100 * 182.5) / 548.5, 6);
    expect(leftOut.grossShareAbout).toBe(true);
    expect(leftOutTotal(leftOut)[0]).toMatchObject({
      label: "not in net PnL (3):",
      value:
        "realized -414,538.26 (2 of 3), funding +2,757.48 (2 of 3), fees 1,448.66 (2 of 3), about 33.27% of gross",
    });
  });

  it("say which share of the gross notional a part is over, and when that is an estimate", () => {
    const unknown = { performance: performance({ net_pnl: null }) };
    const sum = totals(hedged(1), hedged(2, unknown));
    expect(sum.figures.net_pnl.grossShare?.toNumber()).toBe(50);
    expect(sum.figures.net_pnl.grossShareAbout).toBe(false);
    expect(sum.figures.gross_notional).not.toHaveProperty("grossShare");
    // 61,000 of 61,000 + 30,500 at the mark + 30,000 at the open price
    const about = totals(hedged(1), hedged(2, { ...unknown, legs: UNMARKED }));
    expect(about.figures.net_pnl.grossShare?.toNumber()).toBeCloseTo((100 * 61) / 121.5, 8);
    expect(about.figures.net_pnl.grossShareAbout).toBe(true);
  });

  it("count stale marks, marks of unknown age, old performances and unchecked legs", () => {
    const old = { mark_price_updated_at: ago(HOUR) };
    const positions = [
      hedged(1, { legs: [long(old), short(old)] }),
      hedged(2, { legs: [long({ mark_price_updated_at: null }), short()] }),
      hedged(3, { performance: performance({ calculated_at: ago(HOUR) }) }),
    ];
    const sum = totalsOf(positions, { now: NOW }, (id) => id === uuidOf(2));
    expect(sum).toMatchObject({ stale: 1, ageless: 1, stalePerformance: 1, unchecked: 1 });
    expect(totals(hedged(1))).toMatchObject({
      ...{ stale: 0, ageless: 0, stalePerformance: 0, unchecked: 0 },
    });
    expect(totals(...positions).unchecked).toBe(0);
  });
});

describe("a total that rests on old data", () => {
  const stale = (...positions: Position[]) =>
    Object.entries(totals(...positions).figures)
      .filter(([, it]) => it.stale)
      .map(([name]) => name);
  const MARKED = ["gross_notional", "net_notional", "unhedged_notional", "spread_pnl", "net_pnl"];

  it("is marked: of a stale mark price all but funding and fees", () => {
    const legs = [long({ mark_price_updated_at: ago(HOUR) }), short()];
    expect(stale(hedged(1, { legs }), hedged(2))).toEqual([...MARKED, "apr"]);
    expect(stale(hedged(1), hedged(2))).toEqual([]);
  });

  it("is marked: of an old performance its figures, and none of what is held", () => {
    const old = hedged(1, { performance: performance({ calculated_at: ago(HOUR) }) });
    expect(stale(old)).toEqual([
      ...["funding_pnl", "fees", "fees_paid", "fees_estimated_exit", "spread_pnl", "net_pnl"],
      "apr",
    ]);
  });
});

describe("the time of a total", () => {
  const at = (minutes: number) => performance({ calculated_at: ago(minutes * MINUTE) });

  it("is that of the oldest performance of an open position, and of the oldest mark", () => {
    const marked = long({ mark_price_updated_at: ago(3 * MINUTE) });
    const sum = totals(
      hedged(1, { performance: at(2), legs: [marked, short()] }),
      hedged(2, { performance: at(4) }),
      hedged(3, { performance: at(9), status: "closed", closed_at: ago(HOUR) }),
    );
    expect(sum.asOf).toBe(NOW - 4 * MINUTE);
    expect(sum.figures.net_pnl.asOf).toBe(NOW - 4 * MINUTE);
    expect(sum.figures.apr.asOf).toBe(NOW - 4 * MINUTE);
    expect(sum.figures.gross_notional.asOf).toBe(NOW - 3 * MINUTE);
    expect(totals(hedged(1, { performance: undefined })).asOf).toBeUndefined();
  });

  it("is unknown with a performance of an unreadable time, in any order of positions", () => {
    const [early, late] = [hedged(1, { performance: at(9) }), hedged(2, { performance: at(2) })];
    const odd = hedged(3, { performance: { ...performance(), calculated_at: "?" } });
    for (const all of [
      [early, odd, late],
      [odd, early, late],
      [early, late, odd],
    ]) {
      expect(totals(...all).asOf).toBeUndefined();
    }
  });

  it("is unknown once that of a part is, and none does not count", () => {
    expect([older(1, 2), older(2, 1), older(undefined, 2), older(1, undefined)]).toEqual([
      ...[1, 1, 2, 1],
    ]);
    expect([older(null, 2), older(1, null), older(undefined, null)]).toEqual([null, null, null]);
    const undated = hedged(2, { legs: [long({ mark_price_updated_at: null }), short()] });
    expect(totals(hedged(1), undated).figures.gross_notional.asOf).toBeUndefined();
  });
});

describe("a sum", () => {
  it("is stale only by what is in it", () => {
    const sum = createSum();
    const gross = { value: null, about: false };
    sum.add(null, { gross, isStale: true, at: 1 });
    const { value, stale, asOf, counted } = sum.result(1, createShare().result());
    expect([value, stale, asOf, counted]).toEqual([null, false, undefined, 0]);
  });
});
