import { Big } from "big.js";
import { describe, expect, it } from "vitest";
import type { LegDetail } from "../../../../src/client/resources/position.js";
import type {
  LegEvent,
  LegFunding,
} from "../../../../src/figures/engine/funding/position-funding.js";
import {
  type Reconcilable,
  reconcile,
  verdictsOf,
} from "../../../../src/figures/engine/position/reconcile.js";
import { known, lacking } from "../../../../src/figures/measure.js";
import { long, short } from "../../../support/fresh-legs.js";
import { performance, position } from "../../../support/records.js";

const booked = (calculated: number, more: object = {}) => ({
  funding: { calculated, override: null },
  ...{ open_fee_paid: 4, close_fee_paid: null, close_price: null },
  ...more,
});

/** A position of which every line is equal: funding 100.5 and fees 10.25. */
const LEGS = [
  { ...long(), ...booked(-20), open_fee_paid: 6.25 },
  { ...short(), ...booked(120.5) },
];
const detail = (legs: readonly object[] = LEGS, sent: object | null = {}): Reconcilable =>
  ({
    ...position(1, { legs }),
    ...(sent !== null && { performance: performance({ net_pnl: 81.5, ...sent }) }),
  }) as unknown as Reconcilable;

/** Events of a leg with their amounts, all at one quantity. */
const paid = (...amounts: number[]) =>
  amounts.map((usd) => ({ quantity: new Big(1), usd: new Big(usd) }) as LegEvent);

/** What the events of a leg come to. */
function settled(
  leg: LegDetail,
  usd: number | null,
  more: Partial<LegFunding> = {},
  counts: { counted: number; of: number } = { counted: 6, of: 6 },
): LegFunding {
  const value = usd === null ? null : new Big(usd);
  const sum = known(value, { doubts: [], ...counts });
  return { leg, events: paid(-1, 2), missing: [], sum, size: { unsized: 0 }, ...more };
}

function lines(of: Reconcilable, ...legs: LegFunding[]) {
  const found = reconcile(of, { legs, sum: lacking(undefined) });
  return found.map(({ what, difference, verdict, cause }) => [
    ...[what, difference?.toNumber() ?? null, verdict, cause],
  ]);
}

/** The line of the first leg, whose funding the service calculates as -20. */
const ofLeg = (
  ...[usd, ...more]: Parameters<typeof settled> extends [unknown, ...infer R] ? R : never
) => {
  const of = detail();
  return lines(of, settled(of.legs[0] as LegDetail, usd, ...more))[0]?.slice(1);
};

describe("the funding of a leg", () => {
  it("equals its events up to a cent", () => {
    expect(ofLeg(-20.01)).toEqual([0.01, "equal", undefined]);
    expect(ofLeg(-19.99)).toEqual([-0.01, "equal", undefined]);
    expect(ofLeg(-20.011)).toEqual([0.011, "unexplained", undefined]);
    expect(ofLeg(-19.989)).toEqual([-0.011, "unexplained", undefined]);
  });

  it("differs by what is missing or unknown, or by what was settled between two sizes", () => {
    const part = { counted: 4, of: 6 };
    expect(ofLeg(-15, { missing: [1, 2] }, part)).toEqual([-5, "explained", "events_missing"]);
    expect(ofLeg(-15, { size: { unsized: 2 } }, part)).toEqual([-5, "explained", "size_changed"]);
    expect(ofLeg(-15, { missing: [1], size: { unsized: 1 } }, part)).toEqual([
      ...[-5, "explained", "events_missing"],
    ]);
    expect(ofLeg(-15, {}, part)).toEqual([-5, "explained", "event_unknown"]);
    expect(ofLeg(-15, { size: { unsized: 2 } })).toEqual([-5, "unexplained", undefined]);
    expect(ofLeg(-20, { missing: [1, 2] }, part)).toEqual([0, "equal", undefined]);
  });

  it("differs by no more than 3 times the largest known event for each that is not known", () => {
    const part = { counted: 4, of: 6 };
    const missing = { missing: [1, 2] };
    expect(ofLeg(-8, missing, part)).toEqual([-12, "explained", "events_missing"]);
    expect(ofLeg(-7.99, missing, part)).toEqual([-12.01, "unexplained", undefined]);
    expect(ofLeg(-32.01, missing, part)).toEqual([12.01, "unexplained", undefined]);
    const nothing = { ...missing, events: paid(0, 0) };
    expect(ofLeg(-15, nothing, part)).toEqual([-5, "unknown", "events_missing"]);
  });

  it("differs by a size that changed, where an open position has realized price PnL", () => {
    const verdict = (realized: number, legs: readonly object[] = LEGS, events = paid(-1, 2)) => {
      const of = detail(legs, { spread_pnl: { realized, unrealized: 0 } });
      return lines(of, settled(of.legs[0] as LegDetail, -90, { events }))[0]?.slice(2);
    };
    const [first = {}, second = {}] = LEGS;
    expect(verdict(3)).toEqual(["explained", "resized"]);
    expect(verdict(0)).toEqual(["unexplained", undefined]);
    expect(verdict(3, [first, { ...second, close_price: 60_000 }])?.[0]).toBe("unexplained");
    const counted = paid(-1, 2).map((it, at) => ({ ...it, quantity: new Big(at + 1) }));
    expect(verdict(3, LEGS, counted)).toEqual(["unexplained", undefined]); // the sum has the change
  });

  it("is unknown where nothing is known", () => {
    expect(ofLeg(null, {}, { counted: 0, of: 6 })).toEqual([null, "unknown", "event_unknown"]);
    expect(ofLeg(null, { unknown: "market_unknown" })).toEqual([
      ...[null, "unknown", "market_unknown"],
    ]);
  });

  it("tells over how many events it is, and where its sizes come from", () => {
    const of = detail();
    const own = settled(of.legs[0] as LegDetail, -20, { size: { unsized: 0, recordedSince: 7 } });
    const [line] = reconcile(of, { legs: [own], sum: lacking(undefined) });
    expect(line).toMatchObject({
      ...{ events: { counted: 6, of: 6 }, size: { recordedSince: 7 }, leg: { side: "long" } },
    });
  });
});

describe("the figures of a position", () => {
  const figures = (...args: Parameters<typeof detail>) => lines(detail(...args));

  it("equal those of its legs, and net PnL its parts", () => {
    expect(figures()).toEqual([
      ["funding_pnl", 0, "equal", undefined],
      ["fees_paid", 0, "equal", undefined],
      ["net_pnl", 0, "equal", undefined], // 100.5 - 3.5 - 10.25 - 5.25
    ]);
  });

  it("differ without a cause", () => {
    expect(figures(LEGS, { funding_pnl: 90, fees: { paid: 11, estimated_exit: 5.25 } })).toEqual([
      ["funding_pnl", -10.5, "unexplained", undefined],
      ["fees_paid", 0.75, "unexplained", undefined],
      ["net_pnl", 11.25, "unexplained", undefined], // 81.5 - (90 - 3.5 - 11 - 5.25)
    ]);
  });

  it("differ by an override that the performance leaves out", () => {
    const override = [{ ...LEGS[0], funding: { calculated: -20, override: -30 } }, LEGS[1] ?? {}];
    expect(figures(override)[0]).toEqual(["funding_pnl", 10, "explained", "override_left_out"]);
    const both = LEGS.map((it) => ({ ...it, funding: { ...it.funding, override: 7 } }));
    expect(figures(both)[0]).toEqual(["funding_pnl", 86.5, "explained", "override_left_out"]);
    expect(figures(override, { funding_pnl: 90.5 })[0]).toEqual([
      ...["funding_pnl", 0, "equal", undefined],
    ]);
    expect(figures(override, { funding_pnl: 70 })[0]).toEqual([
      ...["funding_pnl", -20.5, "unexplained", undefined],
    ]);
  });

  it("differ by the closing fee of a closed leg that was not sent", () => {
    const closed = (fee: number | null) => [
      { ...LEGS[0], close_price: 60_000, close_fee_paid: fee },
      LEGS[1] ?? {},
    ];
    const fees = { paid: 12.25, estimated_exit: 0 };
    expect(figures(closed(null), { fees })[1]).toEqual([
      ...["fees_paid", 2, "explained", "close_fee_missing"],
    ]);
    const paidMore = { paid: 29, estimated_exit: 0 }; // as much as 3 × 6.25 makes
    expect(figures(closed(null), { fees: paidMore })[1]).toEqual([
      ...["fees_paid", 18.75, "explained", "close_fee_missing"],
    ]);
    const tooMuch = figures(closed(null), { fees: { ...paidMore, paid: 29.01 } });
    expect(tooMuch[1]?.[2]).toBe("unexplained");
    expect(figures(closed(2), { fees })[1]).toEqual(["fees_paid", 0, "equal", undefined]);
    expect(figures(closed(1), { fees })[1]).toEqual(["fees_paid", 1, "unexplained", undefined]);
    expect(figures(LEGS, { fees })[1]).toEqual(["fees_paid", 2, "unexplained", undefined]);
  });

  it("are unknown without a performance, and net PnL where it was not sent", () => {
    expect(figures(LEGS, null)).toEqual([
      ["funding_pnl", null, "unknown", "not_sent"],
      ["fees_paid", null, "unknown", "not_sent"],
      ["net_pnl", null, "unknown", "not_sent"],
    ]);
    expect(figures(LEGS, { net_pnl: null })[2]).toEqual(["net_pnl", null, "unknown", "not_sent"]);
  });

  it("are counted by verdict", () => {
    const of = detail(LEGS, { funding_pnl: 90, net_pnl: null });
    const part = { counted: 10, of: 50 };
    const own = of.legs.map((leg) => settled(leg as LegDetail, 5, { missing: [1] }, part));
    const found = reconcile(of, { legs: own, sum: lacking(undefined) });
    expect(verdictsOf(found)).toEqual({ equal: 1, explained: 2, unexplained: 1, unknown: 1 });
  });
});
