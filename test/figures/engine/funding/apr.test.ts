import { describe, expect, it } from "vitest";
import type { Position } from "../../../../src/client/resources/position.js";
import { createAprMean } from "../../../../src/figures/engine/funding/apr.js";
import { leg } from "./run-leg.js";

interface Earned {
  readonly net: number;
  readonly apr: number;
  readonly days: number;
  /** Half the entry notional, USD. */
  readonly half?: number;
}

/** The APR of several positions, their capital in USD, and how many are included and estimated. */
function aprOf(...all: readonly Earned[]) {
  const mean = createAprMean();
  for (const { net, apr, days, half = 1000 } of all) {
    const performance = { net_pnl: net, apr, duration_days: days };
    const legs = [leg("long", 1, half), leg("short", 2, half)];
    mean.add({ status: "open", legs, performance } as unknown as Position);
  }
  const { value, capital, counted, estimated, about } = mean.result();
  return { apr: value?.toFixed(), capital: capital?.toFixed(), counted, estimated, about };
}

/** On a capital of 1,000 USD, which is half the entry notional. */
const SOUND = { net: 10, apr: 36.5, days: 10 };
/** As long, with an APR that no capital can be derived from. */
const FLAT = { net: 0.1, apr: 0.04, days: 10 };

describe("the APR of several positions", () => {
  it("is that of the service for one, and weighs several by capital and time", () => {
    expect(aprOf(SOUND)).toEqual({
      ...{ apr: "36.5", capital: "1000", counted: 1, estimated: 0, about: false },
    });
    const larger = { net: -60, apr: -36.5, days: 20, half: 3000 };
    // (10 - 60) × 36500 ÷ (1000 × 10 + 3000 × 20)
    expect(aprOf(SOUND, larger)).toMatchObject({ apr: "-26.0714285714286", capital: "4000" });
  });

  it("is about with data of less than 7 days, and unknown with less than a day", () => {
    const of = (days: number) => aprOf({ net: days, apr: 36.5, days });
    expect(of(7)).toMatchObject({ apr: "36.5", about: false });
    expect(of(6.99)).toMatchObject({ apr: "36.5", about: true });
    expect(of(1)).toMatchObject({ apr: "36.5", about: true });
    expect(of(0.99)).toMatchObject({ apr: undefined, capital: undefined, about: false });
    expect(of(0)).toMatchObject({ apr: undefined, counted: 0 });
  });

  it("is over positions whose status the interface has", () => {
    const mean = createAprMean();
    const performance = { net_pnl: 10, apr: 36.5, duration_days: 10 };
    mean.add({ status: "paused", legs: [], performance } as unknown as Position);
    expect(mean.result()).toMatchObject({ value: null, counted: 0 });
  });

  it("takes half the entry notional where the APR is too small or contradicts the net PnL", () => {
    for (const odd of [FLAT, { ...FLAT, apr: -0.04 }, { ...FLAT, apr: -20 }, { ...FLAT, apr: 0 }]) {
      expect(aprOf(SOUND, odd)).toEqual({
        ...{ apr: "18.4325", capital: "2000", counted: 2, estimated: 1, about: false },
      });
    }
    const least = { net: 0.05, apr: 0.05, days: 36.5 };
    expect(aprOf(least)).toMatchObject({ apr: "0.05", estimated: 0 });
  });

  it("is unknown once more than half of the capital is estimated", () => {
    expect(aprOf(SOUND, { ...FLAT, days: 10.01 })).toMatchObject({ apr: undefined, estimated: 1 });
    expect(aprOf(FLAT)).toMatchObject({ apr: undefined, counted: 1, estimated: 1 });
  });

  it("takes a capital from 0.05 to 2.5 times half the entry notional, and no other", () => {
    for (const half of [20_000, 400]) {
      expect(aprOf({ ...SOUND, half })).toMatchObject({ apr: "36.5", estimated: 0 });
    }
    for (const half of [20_001, 399]) {
      expect(aprOf({ ...SOUND, half })).toMatchObject({ apr: undefined, estimated: 1 });
    }
  });

  it("estimates by the median of the others' capital to half their entry notional", () => {
    const capital = (...halves: number[]) =>
      aprOf(...halves.map((half) => ({ ...SOUND, half })), { ...FLAT, half: 100 }).capital;
    expect(capital(1000, 500)).toBe("2150"); // 1.5 times 100
    expect(capital(1000, 500, 400)).toBe("3200"); // 2 times 100
    expect(capital(500, 400, 1000, 2000)).toBe("4150"); // 1.5 times 100, of 0.5, 1, 2 and 2.5
  });

  it("leaves out a position of which a figure is unknown, or that is not held", () => {
    const none = null as unknown as number;
    for (const lack of [{ net: none }, { apr: none }, { days: none }]) {
      expect(aprOf(SOUND, { ...SOUND, ...lack })).toMatchObject({ apr: "36.5", counted: 1 });
    }
    expect(aprOf(SOUND, { ...FLAT, half: 0 })).toMatchObject({ apr: "36.5", counted: 1 });
    expect(aprOf()).toMatchObject({ apr: undefined, counted: 0 });
  });
});
