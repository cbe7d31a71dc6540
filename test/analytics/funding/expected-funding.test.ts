import { Big } from "big.js";
import { describe, expect, it } from "vitest";
import {
  type ExpectedInputs,
  expectedFunding,
  neededMarkets,
} from "../../../src/analytics/funding/expected-funding.js";
import { settledTotals } from "../../../src/analytics/funding/prefix-sums.js";
import { NO_PARTS } from "../../../src/analytics/portfolio/parts.js";
import type { Step, Track } from "../../../src/analytics/portfolio/tracked-position.js";
import type { LegSizes } from "../../../src/analytics/position/recorded-sizes.js";
import type { SnapshotPosition } from "../../../src/analytics/position/snapshot-position.js";
import type { MarketEvent } from "../../../src/book/settled-event.js";
import { BEGIN, DAY, type Figures, HOUR, standing } from "../portfolio/past-portfolio.js";

const FIGURES: Figures = ["0", "0", "0", "0", "0", "0"];

/** Events every 8 hours of 0.001 at a mark of 100, from the day before the beginning on. */
const EVENTS: MarketEvent[] = Array.from({ length: 30 }, (_, index) => ({
  ...{ time: BEGIN - DAY + index * 8 * HOUR, rate: "0.001", mark: "100", interval: 8 },
}));

/** The recorded quantities of a leg, in hours from the beginning. */
const sized = (
  name: Partial<LegSizes["name"]>,
  ...stretches: [quantity: number, from: number, to: number][]
): LegSizes => ({
  name: { side: "long", market_id: 1, exchange: "binance", symbol: "X", ...name },
  stretches: stretches.map(([quantity, from, to]) => ({
    ...{ quantity: new Big(quantity), from: BEGIN + from * HOUR, to: BEGIN + to * HOUR },
  })),
  alike: false,
});
const PAIR = [sized({}, [2, 0, 48]), sized({ side: "short", market_id: 2 }, [3, 0, 48])];

/** A step of a position over hours from the beginning, in which it realized 1 USD of funding. */
function step(from: number, to: number, more: Partial<SnapshotPosition> = {}, funding = "1"): Step {
  const end = standing("1", BEGIN - DAY, FIGURES, more);
  const track = { first: end, last: end } as Track;
  const span = { from: BEGIN + from * HOUR, to: BEGIN + to * HOUR };
  const parts = { ...NO_PARTS, funding_pnl: new Big(funding) };
  return { track, from: span.from, parts, start: end, end, delta: () => null, span };
}

const totals = (events: readonly MarketEvent[]) =>
  settledTotals(events, { from: BEGIN - DAY, to: BEGIN + 4 * DAY });

const inputs = (
  legs: readonly LegSizes[] = PAIR,
  events: readonly MarketEvent[] = EVENTS,
): ExpectedInputs => ({
  sizesOf: () => legs,
  totalsOf: (id) => (id > 2 ? undefined : totals(events)),
});

function expected(steps: readonly Step[], of = inputs()) {
  const found = expectedFunding(
    steps,
    { value: null, unit: "usd", asOf: 7, counted: steps.length, of: steps.length },
    of,
  );
  return {
    expected: found.expected.value?.toNumber() ?? null,
    difference: found.difference.value?.toNumber() ?? null,
    counts: [found.expected.counted, found.expected.of],
    unknown: found.unknown.map(({ why, leg }) => [why, leg?.side]),
  };
}

describe("the expected funding", () => {
  it("is what was settled in the time of the figures, at the recorded quantities", () => {
    // 6 events of (3 - 2) × 100 × 0.001
    expect(expected([step(0, 48)])).toEqual({
      ...{ expected: 0.6, difference: 0.4, counts: [1, 1], unknown: [] },
    });
    expect(expected([step(0, 48), step(0, 8)])).toMatchObject({
      ...{ expected: 0.7, difference: 1.3, counts: [2, 2] },
    });
    expect(expected([])).toEqual({ expected: 0, difference: 0, counts: [0, 0], unknown: [] });
  });

  it("begins with the opening of a position and ends with its closing", () => {
    expect(expected([step(0, 48, { openedAt: BEGIN + 8 * HOUR })]).expected).toBe(0.5);
    expect(expected([step(0, 48, { closedAt: BEGIN + 16 * HOUR })]).expected).toBe(0.2);
    expect(expected([step(0, 48, { openedAt: BEGIN + 60 * HOUR })]).expected).toBe(0);
  });

  it("is taken back where the figures are of an earlier time than those before", () => {
    expect(expected([step(48, 0)]).expected).toBe(-0.6);
  });

  it("is 0 in no time, and where nothing was held", () => {
    expect(expected([step(8, 8)], inputs([])).expected).toBe(0);
    const empty = [sized({}, [0, 0, 48]), sized({ market_id: null }, [0, 0, 48])];
    expect(expected([step(0, 48)], inputs(empty))).toMatchObject({ expected: 0, unknown: [] });
  });

  it("is that of the quantity that was held at the time", () => {
    const grown = [sized({}, [2, 0, 10], [5, 15, 48])];
    // 2 at 8h, 5 at 16h, 24h, 32h, 40h and 48h
    expect(expected([step(0, 48)], inputs(grown)).expected).toBe(-2.7);
  });
});

describe("an expected funding that is unknown", () => {
  const why = (legs: readonly LegSizes[], events?: readonly MarketEvent[], of = step(0, 48)) =>
    expected([of], inputs(legs, events)).unknown;

  it("has its position in no sum", () => {
    const one = step(0, 48);
    const found = expected([one, step(0, 48)], {
      ...inputs(),
      sizesOf: (track) => (track === one.track ? [] : PAIR),
    });
    expect(found).toEqual({
      ...{ expected: 0.6, difference: 0.4, counts: [1, 2], unknown: [["size_unknown", undefined]] },
    });
    expect(expected([one], inputs([]))).toMatchObject({ expected: null, difference: null });
  });

  it("is so by a leg without a side or a market, a market without events, and a negative quantity", () => {
    expect(why([sized({ side: "both" }, [2, 0, 48])])).toEqual([["unreadable", "both"]]);
    expect(why([sized({ market_id: null }, [2, 0, 48])])).toEqual([["market_unknown", "long"]]);
    expect(why([sized({ market_id: 3 }, [2, 0, 48])])).toEqual([["funding_unknown", "long"]]);
    expect(why([sized({}, [-2, 0, 48])])).toEqual([["quantity_negative", "long"]]);
    expect(why([sized({}, [2, 0, 10], [-2, 11, 48])])).toEqual([["quantity_negative", "long"]]);
  });

  it("is so by an event that is missing, or has no rate", () => {
    const lacking = EVENTS.filter((_, index) => index !== 5);
    expect(why(PAIR, lacking)).toEqual([["events_missing", "long"]]);
    const unrated = EVENTS.map((it, index) => (index === 5 ? { ...it, rate: null } : it));
    expect(why(PAIR, unrated)).toEqual([["event_unknown", "long"]]);
    const both = unrated.filter((_, index) => index !== 6);
    expect(why(PAIR, both)).toEqual([["events_missing", "long"]]);
  });

  it("is so by an event between two quantities, and not by a change without one", () => {
    expect(why([sized({}, [2, 0, 10], [5, 17, 48])])).toEqual([["size_unknown", "long"]]);
    expect(why([sized({}, [2, 0, 10], [5, 15, 48])])).toEqual([]);
  });

  it("is so by a quantity or a time that could never be read, and not 0", () => {
    expect(why([sized({})])).toEqual([["size_unknown", "long"]]);
    const never = step(0, 48, { openedAt: Number.NaN });
    expect(why(PAIR, EVENTS, never)).toEqual([["size_unknown", undefined]]);
  });

  it("is so by a leg that may be closed", () => {
    const parts = { ...NO_PARTS, spread_unrealized: new Big(500) };
    const of = (more: Partial<SnapshotPosition>) =>
      why(PAIR, EVENTS, step(0, 48, { parts, calculatedAt: BEGIN, ...more }));
    expect(of({})).toEqual([["legs_unchecked", undefined]]);
    for (const more of [{ parts: null }, { calculatedAt: null }, { calculatedAt: BEGIN + HOUR }]) {
      expect(of(more)).toEqual([]);
    }
  });

  it("is told by its gravest reason", () => {
    const legs = [
      sized({}, [2, 0, 10], [5, 17, 48]),
      sized({ side: "short", market_id: null }, [2, 0, 48]),
      sized({ market_id: 3 }, [2, 0, 48]),
    ];
    expect(why(legs)).toEqual([["market_unknown", "short"]]);
    expect(why(legs.toReversed())).toEqual([["market_unknown", "short"]]);
  });
});

describe("the markets that are needed", () => {
  const needed = (steps: readonly Step[], legs: readonly LegSizes[] = PAIR) =>
    [...neededMarkets(steps, { sizesOf: () => legs })].map(([id, { from, to }]) => [
      id,
      (from - BEGIN) / HOUR,
      (to - BEGIN) / HOUR,
    ]);

  it("are those of what was held, for the whole time of all positions", () => {
    expect(needed([step(8, 24), step(16, 48), step(4, 6)])).toEqual([
      [1, 4, 48],
      [2, 4, 48],
    ]);
    expect(needed([step(24, 8)])).toEqual([
      [1, 8, 24],
      [2, 8, 24],
    ]);
  });

  it("are none without time, without a market and without a quantity", () => {
    expect(needed([step(8, 8)])).toEqual([]);
    const legs = [sized({ market_id: null }, [2, 0, 48]), sized({}, [0, 0, 48])];
    expect(needed([step(0, 48)], legs)).toEqual([]);
    expect(needed([step(0, 48)], [sized({}, [0, 0, 8], [2, 12, 48])])).toEqual([[1, 0, 48]]);
  });
});
