import { describe, expect, it } from "vitest";
import {
  createSizeRecorder,
  type LegSizes,
  legSize,
} from "../../../../src/figures/engine/funding/leg-size.js";
import { randomOf } from "../../../support/random.js";

const NAME = { market_id: 1, exchange: "binance", symbol: "BTCUSDT" } as const;
const PRICES = {
  leverage: null,
  open_price: null,
  mark_price: null,
  mark_price_updated_at: null,
};
const long = (quantity: number, more: object = {}) => ({
  ...NAME,
  side: "long" as const,
  quantity,
  ...more,
});

/** Returns the sizes of the legs of snapshots. */
function recorded(snapshots: readonly (readonly [at: number, legs: ReturnType<typeof long>[]])[]) {
  const recorder = createSizeRecorder();
  for (const [at, legs] of snapshots) recorder.see(legs, at);
  return recorder.legs();
}

/** Returns the size of an open leg at a time. */
function sizeAt(sizes: LegSizes, time: number) {
  const leg = { ...sizes.name, ...PRICES, quantity: 1e9 };
  const size = legSize("open", leg, [sizes]);
  if (typeof size === "string") throw new Error(size);
  return size.at(time) ?? undefined;
}

/** Returns the size at a time by looking at the snapshots on both sides of it. */
function plainSize(snapshots: readonly (readonly [number, number])[], time: number) {
  const before = snapshots.findLast(([at]) => at <= time) ?? snapshots[0];
  const after = snapshots.find(([at]) => at >= time) ?? snapshots.at(-1);
  return before?.[1] === after?.[1] ? before?.[1] : undefined;
}

describe("recorded sizes", () => {
  it("are those of the snapshots on both sides, for random snapshots and times", () => {
    const random = randomOf(7);
    for (let round = 0; round < 300; round++) {
      let at = 100;
      const snapshots = Array.from({ length: 1 + random.below(6) }, () => {
        at += 1 + random.below(5);
        return [at, 1 + random.below(2)] as const;
      });
      const [sizes] = recorded(snapshots.map(([time, size]) => [time, [long(size)]]));
      if (sizes === undefined) throw new Error("no sizes");
      for (let time = 95; time < at + 5; time++) {
        expect(sizeAt(sizes, time)?.toNumber()).toBe(plainSize(snapshots, time));
      }
    }
  });

  it("are 0 in snapshots that do not list the leg", () => {
    const legs = recorded([
      [10, [long(1)]],
      [20, [long(1), long(2, { exchange: "okx" })]],
      [30, [long(2, { exchange: "okx" })]],
    ]);
    const sizes = legs.map((leg) => [10, 15, 20, 25, 30].map((at) => sizeAt(leg, at)?.toNumber()));
    expect(sizes).toEqual([
      [1, 1, 1, undefined, 0],
      [0, undefined, 2, 2, 2],
    ]);
    expect(legs.map(({ alike }) => alike)).toEqual([false, false]);
    const late = recorded([
      [10, [long(1)]],
      [20, [long(1)]],
      [30, [long(1), long(2, { exchange: "okx" })]],
    ])[1];
    expect(late?.stretches.map(({ from, to }) => [from, to])).toEqual([
      [10, 20],
      [30, 30],
    ]);
  });

  it("go on under a market id that became known, unless another leg can be meant", () => {
    const unnamed = { market_id: null };
    const [leg, ...others] = recorded([
      [10, [long(1, unnamed)]],
      [20, [long(1)]],
    ]);
    expect([leg?.name.market_id, others]).toEqual([1, []]);
    expect(leg?.stretches).toMatchObject([{ from: 10, to: 20 }]);
    const two = recorded([
      [10, [long(1, unnamed)]],
      [20, [long(1, unnamed), long(1)]],
    ]);
    expect(two.map(({ name }) => name.market_id)).toEqual([null, 1]);
  });

  it("are added up for legs that are alike", () => {
    const [leg] = recorded([
      [10, [long(1), long(2)]],
      [20, [long(2), long(1)]],
      [30, [long(3)]],
    ]);
    expect(leg?.stretches.map(({ quantity, from, to }) => [quantity.toNumber(), from, to])).toEqual(
      [[3, 10, 30]],
    );
    expect(leg?.alike).toBe(true);
  });
});
