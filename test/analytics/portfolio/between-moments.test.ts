import { Big } from "big.js";
import { describe, expect, it } from "vitest";
import { residualOf } from "../../../src/analytics/portfolio/parts.js";
import {
  figuresOf,
  timeWeighted,
  unsizedOf,
} from "../../../src/analytics/portfolio/pnl-between.js";
import { createTracker, type Settlement } from "../../../src/analytics/portfolio/tracker.js";
import { momentOf } from "../../../src/analytics/position/snapshot-position.js";
import {
  BEGIN,
  DAY,
  type Figures,
  HOUR,
  settled,
  standing,
  sumOf,
  text,
} from "./past-portfolio.js";

const codes = ({ asides }: Settlement) =>
  asides.map(({ code, track, since }) => [code, track.last.positionId, (since - BEGIN) / HOUR]);

const OLD = BEGIN - 10 * DAY;
const FIRST: Figures = ["10.00", "0.00", "-5.00", "2.00", "1.00", "2.00"];
const SECOND: Figures = ["12.50", "1.00", "-4.00", "2.50", "0.90", "6.10"];

describe("between two moments", () => {
  it("splits the change of net PnL into its parts, without a residual", () => {
    const [, last] = settled(
      momentOf(BEGIN, [standing("1", OLD, FIRST)]),
      momentOf(BEGIN + HOUR, [standing("1", OLD, SECOND)]),
    );
    expect(last && text(sumOf(last))).toEqual(["2.50", "1.00", "1.00", "0.50", "-0.10", "4.10"]);
    expect(last && residualOf(sumOf(last)).toFixed()).toBe("0");
  });

  it("shows as residual what the service's net PnL has beyond its parts", () => {
    const odd: Figures = ["12.50", "1.00", "-4.00", "2.50", "0.90", "6.13"];
    const [, last] = settled(
      momentOf(BEGIN, [standing("1", OLD, FIRST)]),
      momentOf(BEGIN + HOUR, [standing("1", OLD, odd)]),
    );
    expect(last && residualOf(sumOf(last)).toFixed()).toBe("0.03");
  });

  it("counts a position that was opened between them from 0", () => {
    const [, last] = settled(
      momentOf(BEGIN, []),
      momentOf(BEGIN + HOUR, [standing("1", BEGIN + 1, SECOND)]),
    );
    expect(last && text(sumOf(last)).at(-1)).toBe("6.10");
    expect(last?.asides).toEqual([]);
  });

  it("counts one that was opened while the first listing was read from 0", () => {
    const [, last] = settled(
      momentOf(BEGIN, []),
      momentOf(BEGIN + HOUR, [standing("1", BEGIN - 5_000, SECOND)]),
    );
    expect(last && text(sumOf(last)).at(-1)).toBe("6.10");
  });

  it("takes the figures of one that is listed late as a level, and counts what follows", () => {
    const [, seen, after] = settled(
      momentOf(BEGIN, []),
      momentOf(BEGIN + HOUR, [standing("1", OLD, FIRST)]),
      momentOf(BEGIN + 2 * HOUR, [standing("1", OLD, SECOND)]),
    );
    expect(seen?.steps).toEqual([]);
    expect(seen && codes(seen)).toEqual([["first_seen", "1", 1]]);
    expect(after && text(sumOf(after)).at(-1)).toBe("4.10");
  });

  it("keeps the last figures of one that vanished, and goes on from them when it comes back", () => {
    const [, gone, later, back] = settled(
      momentOf(BEGIN, [standing("1", OLD, FIRST)]),
      momentOf(BEGIN + HOUR, []),
      momentOf(BEGIN + 2 * HOUR, []),
      momentOf(BEGIN + 3 * HOUR, [standing("1", OLD, SECOND)]),
    );
    expect(gone && codes(gone)).toEqual([["vanished", "1", 0]]);
    expect(later).toMatchObject({ steps: [], asides: [] });
    expect(back && codes(back)).toEqual([["returned", "1", 0]]);
    expect(back && text(sumOf(back)).at(-1)).toBe("4.10");
  });

  it("takes an id that was given to another position as a new one", () => {
    const [, , back] = settled(
      momentOf(BEGIN, [standing("1", OLD, FIRST)]),
      momentOf(BEGIN + HOUR, []),
      momentOf(BEGIN + 2 * HOUR, [standing("1", BEGIN + HOUR + 1, SECOND)]),
    );
    expect(back && text(sumOf(back)).at(-1)).toBe("6.10");
  });

  it("takes an id as another position also when no moment lacks it between them", () => {
    const [, next] = settled(
      momentOf(BEGIN, [standing("1", OLD, FIRST, { status: "closed" })]),
      momentOf(BEGIN + HOUR, [standing("1", BEGIN + 1, SECOND)]),
    );
    expect(next && text(sumOf(next)).at(-1)).toBe("6.10");
    expect(next && codes(next)).toEqual([["vanished", "1", 0]]);
  });

  it("knows a closed position that comes back as it was, which a moment does not repeat", () => {
    const closed = standing("1", OLD, FIRST, { status: "closed" });
    const back = { ...momentOf(BEGIN + 2 * HOUR, [closed]), standings: [] };
    const settlements = settled(momentOf(BEGIN, [closed]), momentOf(BEGIN + HOUR, []), back);
    expect(settlements.map(codes)).toEqual([[], [["vanished", "1", 0]], [["returned", "1", 0]]]);
    expect(settlements[2]?.steps).toEqual([]);
  });

  it("relates the PnL of one that came back to what it held when it was listed last", () => {
    const [{ legs }] = [standing("1", OLD, FIRST)];
    const larger = { legs: legs.map((leg) => ({ ...leg, quantity: 5 })) };
    const [, , , back] = settled(
      momentOf(BEGIN, [standing("1", OLD, FIRST)]),
      momentOf(BEGIN + HOUR, [standing("1", OLD, FIRST, larger)]),
      momentOf(BEGIN + 2 * HOUR, []),
      momentOf(BEGIN + 3 * HOUR, [standing("1", OLD, SECOND)]),
    );
    // 4.10 ÷ (5 × 500)
    expect(back && figuresOf(back).return_on_notional.value?.toFixed()).toBe("0.164");
  });

  it("runs a span with an unknown net PnL to the next known one", () => {
    const [, unknown, known] = settled(
      momentOf(BEGIN, [standing("1", OLD, FIRST)]),
      momentOf(BEGIN + HOUR, [standing("1", OLD, null)]),
      momentOf(BEGIN + 2 * HOUR, [standing("1", OLD, SECOND)]),
    );
    expect(unknown?.steps).toEqual([]);
    expect(unknown && codes(unknown)).toEqual([["net_unknown", "1", 0]]);
    expect(known && text(sumOf(known)).at(-1)).toBe("4.10");
    expect(known && codes(known)).toEqual([["net_known_again", "1", 0]]);
  });

  it("counts from the first known net PnL when it was unknown at the beginning", () => {
    const [begin, known] = settled(
      momentOf(BEGIN, [standing("1", OLD, null)]),
      momentOf(BEGIN + HOUR, [standing("1", OLD, FIRST)]),
    );
    expect(begin && codes(begin)).toEqual([["net_unknown", "1", 0]]);
    expect(known?.steps).toEqual([]);
    expect(known && codes(known)).toEqual([["first_known", "1", 1]]);
  });

  it("allows a minute for the listing before an opening, and no more", () => {
    const opened = (at: number) => {
      const [, last] = settled(
        momentOf(BEGIN, []),
        momentOf(BEGIN + HOUR, [standing("1", at, SECOND)]),
      );
      return last?.steps.map(({ from }) => from - BEGIN);
    };
    expect(opened(BEGIN - 60_000)).toEqual([]);
    expect(opened(BEGIN - 59_999)).toEqual([0]);
    expect(opened(BEGIN + 7)).toEqual([7]);
    expect(opened(BEGIN + 2 * HOUR)).toEqual([HOUR]); // by a clock that is ahead
  });

  it("keeps a position whose time of opening is corrected to one before its last listing", () => {
    for (const openedAt of [OLD - DAY, OLD + DAY, BEGIN]) {
      const [, last] = settled(
        momentOf(BEGIN, [standing("1", OLD, FIRST)]),
        momentOf(BEGIN + HOUR, [standing("1", openedAt, SECOND)]),
      );
      expect(last && text(sumOf(last)).at(-1)).toBe("4.10");
      expect(last && codes(last)).toEqual([]);
    }
  });

  it("keeps a position whose opening is ahead of the listings", () => {
    const opened = BEGIN + 2 * HOUR;
    const [, last] = settled(
      momentOf(BEGIN, [standing("1", opened, FIRST)]),
      momentOf(BEGIN + HOUR, [standing("1", opened, SECOND)]),
    );
    expect(last && text(sumOf(last)).at(-1)).toBe("4.10");
    expect(last && codes(last)).toEqual([]);
  });

  it("tells that the net PnL of a position that was opened again is unknown", () => {
    const [, again] = settled(
      momentOf(BEGIN, [standing("1", OLD, null, { status: "closed" })]),
      momentOf(BEGIN + HOUR, [standing("1", OLD, null)]),
    );
    expect(again && codes(again)).toEqual([["net_unknown", "1", 0]]);
  });

  it("is of the time between the calculations of the figures", () => {
    const at = (calculatedAt: number | null) => ({ calculatedAt });
    const [, last] = settled(
      momentOf(BEGIN, [standing("1", OLD, FIRST, at(BEGIN - 9)), standing("2", OLD, FIRST)]),
      momentOf(BEGIN + HOUR, [
        standing("1", OLD, SECOND, at(BEGIN + HOUR - 5)),
        standing("2", OLD, SECOND),
        standing("3", BEGIN + 3, SECOND, at(BEGIN + HOUR - 5)),
      ]),
    );
    expect(last?.steps.map(({ span: { from, to } }) => [from - BEGIN, to - BEGIN])).toEqual([
      [-9, HOUR - 5],
      [0, HOUR],
      [3, HOUR - 5],
    ]);
  });

  it("tells of one that vanished and came back in one row only that it came back", () => {
    const tracker = createTracker();
    for (const listed of [[standing("1", OLD, FIRST)], [], [standing("1", OLD, SECOND)]]) {
      tracker.see(momentOf(BEGIN + tracker.tracks().length, listed));
    }
    expect(codes(tracker.settle()).map(([code]) => code)).toEqual(["returned"]);
    tracker.see(momentOf(BEGIN + HOUR, []));
    expect(codes(tracker.settle()).map(([code]) => code)).toEqual(["vanished"]);
  });

  it("tells that a net PnL is unknown while the position is open, and once when it ends", () => {
    const closed = { status: "closed" as const };
    const each = settled(
      momentOf(BEGIN, [standing("1", OLD, null)]),
      momentOf(BEGIN + HOUR, [standing("1", OLD, null)]),
      momentOf(BEGIN + 2 * HOUR, [standing("1", OLD, null, closed)]),
      momentOf(BEGIN + 3 * HOUR, [standing("1", OLD, null, closed)]),
    );
    const unknown = [["net_unknown", "1", 0]];
    expect(each.map(codes)).toEqual([unknown, unknown, unknown, []]);
    const gone = settled(
      momentOf(BEGIN, [standing("1", OLD, null)]),
      momentOf(BEGIN + HOUR, []),
      momentOf(BEGIN + 2 * HOUR, []),
    );
    expect(gone.map(codes)).toEqual([unknown, [["vanished", "1", 0], ...unknown], []]);
    expect(settled(momentOf(BEGIN, [standing("1", OLD, null, closed)])).map(codes)).toEqual([[]]);
  });

  it("counts an open position that has not changed, and a closed one only if it has", () => {
    const closed = { status: "closed" as const };
    const both = (figures: Figures) => [
      standing("1", OLD, FIRST),
      standing("2", OLD, figures, closed),
    ];
    const stepsOf = (figures: Figures) =>
      settled(momentOf(BEGIN, both(FIRST)), momentOf(BEGIN + HOUR, both(figures)))[1]?.steps.map(
        ({ track }) => track.last.positionId,
      );
    expect([stepsOf(FIRST), stepsOf(SECOND)]).toEqual([["1"], ["1", "2"]]);
  });

  it("relates PnL to the notional of the larger side on average over the time", () => {
    const [, last] = settled(
      momentOf(BEGIN, [standing("1", OLD, FIRST), standing("2", OLD, FIRST, { legs: [] })]),
      momentOf(BEGIN + HOUR, [
        standing("1", OLD, SECOND),
        standing("3", BEGIN + 1, SECOND),
        standing("4", OLD, null),
      ]),
    );
    const own = last && figuresOf(last).return_on_notional;
    // (4.10 + 6.10) ÷ (2 × 500, and the same since 1 ms after the beginning)
    expect(own?.value?.toFixed(6)).toBe("0.510000");
    expect(last && figuresOf(last).notional?.toFixed()).toBe("1999.99972222222");
    expect(own).toMatchObject({ unit: "percent", base: "notional", asOf: BEGIN + HOUR });
    expect(own).toMatchObject({ counted: 2, of: 3 });
  });

  it("is on one slot that was used ten times in turn, not on ten", () => {
    // Each of ten positions is open for one hour of ten, on 924 × 10 USD, with a net PnL of 99.1.
    const legs = standing("1", OLD, FIRST).legs.map((leg) => ({ ...leg, quantity: 18.48 }));
    const net = (n: number) => (n < 10 ? "99.1" : "98.9"); // 990.8 in all
    const of = (n: number, hour: number) => {
      const [openedAt, closedAt] = [BEGIN + (n - 1) * HOUR, BEGIN + n * HOUR];
      const isOpen = hour < n;
      const done: Figures = [net(n), "0", "0", "0", "0", net(n)];
      return isOpen
        ? standing(`${n}`, openedAt, ["0", "0", "0", "0", "0", "0"], { legs })
        : standing(`${n}`, openedAt, done, { legs, status: "closed", closedAt });
    };
    const moments = Array.from({ length: 11 }, (_, hour) => {
      const opened = Array.from({ length: Math.min(10, hour + 1) }, (_, n) => of(n + 1, hour));
      return momentOf(BEGIN + hour * HOUR, opened);
    });
    const tracker = createTracker({ addsNotionals: true });
    for (const moment of moments) tracker.see(moment);
    const found = figuresOf(tracker.settle());
    expect(found.net_pnl.value?.toFixed()).toBe("990.8");
    expect(found.notional?.toFixed()).toBe("9240");
    expect(found.return_on_notional.value?.toFixed(2)).toBe("10.72");
  });

  it("counts the PnL of one that was opened and closed between two snapshots, and says so", () => {
    const gone = standing("2", BEGIN + HOUR, SECOND, {
      ...{ status: "closed", closedAt: BEGIN + 2 * HOUR },
    });
    const [, last] = settled(
      momentOf(BEGIN, [standing("1", OLD, FIRST)]),
      momentOf(BEGIN + 3 * HOUR, [standing("1", OLD, FIRST), gone]),
    );
    expect(last && figuresOf(last).return_on_notional).toMatchObject({ counted: 1, of: 2 });
    expect(last && figuresOf(last).return_on_notional.value?.toFixed()).toBe("0.61"); // 6.10
    expect(last && unsizedOf(last)).toMatchObject([
      { code: "notional_unknown", track: { last: gone }, since: BEGIN + HOUR },
    ]);
  });

  it("has N since the opening from the first snapshot after it, and until the closing", () => {
    const [legs] = [standing("2", BEGIN + HOUR, FIRST).legs];
    const closed = { status: "closed" as const, closedAt: BEGIN + 5 * HOUR };
    const [, early, last] = settled(
      momentOf(BEGIN, []),
      momentOf(BEGIN + 4 * HOUR, [standing("2", BEGIN + HOUR, FIRST)]),
      momentOf(BEGIN + 8 * HOUR, [standing("2", BEGIN + HOUR, SECOND, { legs, ...closed })]),
    );
    expect(early && figuresOf(early).notional?.toFixed()).toBe("750"); // 3 of 4 hours
    expect(last && figuresOf(last).notional?.toFixed()).toBe("250"); // 1 of 4 hours
  });

  it("weights returns by time: Π(1 + r) − 1", () => {
    const figures = (percent: number | null, net = "1") =>
      ({
        return_on_notional: { value: percent === null ? null : new Big(percent) },
        net_pnl: { value: new Big(net) },
      }) as never;
    expect(timeWeighted([figures(10), figures(-10)])?.toFixed()).toBe("-1");
    const third = figures(33.3333333333333);
    expect(timeWeighted([third, third])?.toFixed()).toBe("77.7777777777777");
    expect(timeWeighted([figures(10), figures(null, "0")])?.toFixed()).toBe("10");
    expect(timeWeighted([figures(10), figures(null)])).toBeNull();
  });
});
