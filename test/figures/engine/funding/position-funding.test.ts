import { Big } from "big.js";
import { describe, expect, it } from "vitest";
import type { LegDetail } from "../../../../src/client/resources/position.js";
import type { MarketEvent } from "../../../../src/figures/credible/settled-event.js";
import type { LegSizes } from "../../../../src/figures/engine/funding/leg-size.js";
import {
  fundingDays,
  lifeOf,
  positionFunding,
} from "../../../../src/figures/engine/funding/position-funding.js";
import type { Q } from "../../../../src/figures/measure.js";
import { DAY, HOUR } from "../../../support/fresh-legs.js";
import { leg as record } from "../../../support/records.js";

const START = Date.parse("2026-05-01T00:00:00Z");

/** Events every 8 hours, of a rate of 0.001 at a mark of 100, with changes by their index. */
const events = (
  count: number,
  more: (index: number) => Partial<MarketEvent> | undefined = () => ({}),
) =>
  Array.from({ length: count }, (_, index) => {
    const changes = more(index);
    const event = { time: START + index * 8 * HOUR, rate: "0.001", mark: "100", interval: 8 };
    return changes === undefined ? [] : [{ ...event, ...changes }];
  }).flat();

const leg = (side: "long" | "short", more: object = {}) =>
  record({ side, quantity: 2, close_price: null, ...more }) as unknown as LegDetail;

const sizes = (...stretches: [quantity: number, from: number, to: number][]): LegSizes => ({
  name: { side: "long", market_id: 1, exchange: "binance", symbol: "BTCUSDT" },
  stretches: stretches.map(([quantity, from, to]) => ({
    ...{ quantity: new Big(quantity), from: START + from * HOUR, to: START + to * HOUR },
  })),
  alike: false,
});

/** The funding of legs from the start on, for so many hours. */
function funding(
  legs: readonly LegDetail[],
  hours: number,
  history: readonly MarketEvent[] | undefined = events(100),
  more: { status?: string; sizes?: readonly LegSizes[] } = {},
) {
  return positionFunding(
    { status: more.status ?? "open", legs },
    {
      eventsOf: (id) => (id === 1 ? history : undefined),
      ...{ start: START, end: START + hours * HOUR, sizes: more.sizes },
    },
  );
}

const UNDATED = { opened_at: "?", closed_at: null };

/** A sum with what it rests on. */
const flat = (q: Q | undefined) => {
  const { covered, ...rest } = q?.evidence ?? {};
  return { value: q?.value, ...rest, coveredHours: covered?.hours, wantedHours: covered?.wanted };
};
const value = ({ sum }: { sum: { value: Big | null } }) => sum.value?.toNumber();

describe("the funding of a leg", () => {
  it("is what its market settled behind the opening and up to the end, at its quantity", () => {
    const [long, short] = funding([leg("long"), leg("short", { quantity: 3 })], 48).legs;
    // 6 events of 2 × 100 × 0.001, and of 3
    expect([long && value(long), short && value(short)]).toEqual([-1.2, 1.8]);
    expect(flat(long?.sum)).toMatchObject({
      ...{ counted: 6, of: 6, coveredHours: 48, wantedHours: 48 },
      asOf: START + 48 * HOUR,
    });
    expect(long?.events[0]).toMatchObject({ time: START + 8 * HOUR, rate: "0.001", mark: "100" });
  });

  it("has no event that is not due yet", () => {
    const [long] = funding([leg("long")], 47.9).legs;
    expect(flat(long?.sum)).toMatchObject({
      counted: 5,
      of: 5,
      coveredHours: 40,
      wantedHours: 47.9,
    });
  });

  it("counts events that are missing, at the end too, and none at the opening", () => {
    const missing = (history: MarketEvent[], hours = 48) =>
      funding([leg("long")], hours, history).legs[0];
    expect(missing(events(7), 56)?.missing).toEqual([START + 56 * HOUR]);
    expect(missing(events(7), 55.9)?.missing).toEqual([]);
    const late = missing(events(100, (index) => (index < 2 ? undefined : {})));
    expect(late?.missing).toEqual([START + 8 * HOUR]);
    expect(flat(late?.sum)).toMatchObject({ counted: 5, of: 6, coveredHours: 40 });
    const outside = events(
      30,
      (index) =>
        [2, 3, 16, 17].includes(index) ? undefined : { time: START + (index - 8) * 8 * HOUR }, // from 64h before the opening on
    );
    expect(missing(outside)?.missing).toEqual([]);
    expect(flat(missing(outside)?.sum)).toMatchObject({ counted: 6, of: 6 });
    expect(missing(outside, 64)?.missing).toEqual([START + 64 * HOUR]);
    const opening = outside.filter(({ time }) => time !== START);
    expect(missing(opening)?.missing).toEqual([]);
  });

  it("leaves out an event without a rate or a mark, and counts it", () => {
    const [long] = funding(
      [leg("long")],
      48,
      events(100, (index) => (index === 2 ? { rate: null } : index === 4 ? { mark: null } : {})),
    ).legs;
    expect(long && value(long)).toBe(-0.8);
    expect(flat(long?.sum)).toMatchObject({ counted: 4, of: 6, coveredHours: 32 });
    expect(long?.events.map(({ usd }) => usd?.toNumber() ?? null)).toEqual([
      ...[-0.2, null, -0.2, null, -0.2, -0.2],
    ]);
  });

  it("is 0 where nothing was due", () => {
    expect(flat(funding([leg("long"), leg("short")], 4).sum)).toMatchObject({
      ...{ value: new Big(0), counted: 0, of: 0 },
    });
  });

  it("is unknown with a status that the interface does not have", () => {
    const { legs } = funding([leg("long")], 48, events(100), { status: "paused" });
    expect(legs[0]?.unknown).toBe("unreadable");
  });

  it("is unknown without an event that has all of its values, and 0 is not", () => {
    const all = (more: Partial<MarketEvent>) =>
      funding(
        [leg("long")],
        48,
        events(100, () => more),
      ).legs[0]?.sum.value?.toNumber();
    expect(all({ rate: null })).toBeUndefined();
    expect(all({ rate: "0" })).toBe(0);
  });

  it.each([
    ["market_unknown", { market_id: null }],
    ["funding_unknown", { market_id: 2 }],
    ["quantity_negative", { quantity: -1 }],
    ["closing_unknown", { close_price: 1 }],
    ["unreadable", { side: "both" }],
    ["unreadable", { quantity: Number.NaN }],
  ])("is unknown for the reason %s, and with it the sum", (unknown, more) => {
    const found = funding([leg("long"), leg("short", more)], 48);
    expect(found.legs.map((it) => it.unknown)).toEqual([undefined, unknown]);
    expect(flat(found.sum)).toMatchObject({ value: null, counted: 6, of: 6 });
  });

  it("is unknown of a market with a single event, whose spacing nobody knows", () => {
    const one = funding([leg("long")], 48, [{ time: START + 8 * HOUR, rate: "0.001", mark: "1" }]);
    expect(one.legs[0]?.unknown).toBe("funding_unknown");
  });
});

describe("the funding of a position", () => {
  it("is the sum of its legs, as of the oldest of their last events", () => {
    const found = funding([leg("long"), leg("short", { quantity: 3 })], 48);
    expect(value(found)).toBe(0.6);
    expect(flat(found.sum)).toMatchObject({ counted: 12, of: 12, asOf: START + 48 * HOUR });
    expect(flat(funding([], 48).sum)).toMatchObject({ value: null, asOf: undefined });
    const { sum } = positionFunding(
      { status: "open", legs: [leg("long"), leg("short", { market_id: 2 })] },
      {
        eventsOf: (id) => events(id === 1 ? 100 : 5),
        ...{ start: START, end: START + 48 * HOUR },
      },
    );
    expect(flat(sum)).toMatchObject({ counted: 10, of: 12, asOf: START + 32 * HOUR });
  });

  it("is of the time that it was open, and unknown where that is", () => {
    const at = (status: "open" | "closed", closed_at: string | null) =>
      lifeOf({ status, opened_at: "2026-05-01T00:00:00Z", closed_at }, START + 9 * DAY);
    expect(at("open", null)).toEqual({ start: START, end: START + 9 * DAY });
    expect(at("closed", "2026-05-03T00:00:00Z")).toEqual({ start: START, end: START + 2 * DAY });
    expect(at("closed", null)).toEqual({ start: START, end: Number.NaN });
    for (const life of [at("closed", null), lifeOf({ ...UNDATED, status: "open" }, START)]) {
      const found = positionFunding(
        { status: "open", legs: [leg("long")] },
        { eventsOf: () => events(100), ...life },
      );
      expect(found.legs[0]?.unknown).toBe("time_unknown");
      expect(found.sum.value).toBeNull();
    }
  });
});

describe("the quantity of a leg at an event", () => {
  const of = (own: LegSizes[], more: object = {}, status: "open" | "closed" = "open") =>
    funding([leg("long", more)], 48, events(100), { sizes: own, status }).legs[0];

  it("is what the snapshots on both sides have, and unknown where they differ", () => {
    const found = of([sizes([1, 4, 20], [5, 36, 47])]);
    // 1 at 8h and 16h, unknown at 24h and 32h, 5 at 40h and 48h
    expect(found?.events.map(({ quantity }) => quantity?.toNumber() ?? null)).toEqual([
      ...[1, 1, null, null, 5, 5],
    ]);
    expect(found && value(found)).toBe(-1.2);
    expect(found?.size).toEqual({ recordedSince: START + 4 * HOUR, unsized: 2 });
    expect(flat(found?.sum)).toMatchObject({ counted: 4, of: 6 });
  });

  it("is that of now without a record of its own", () => {
    const other = sizes([1, 4, 20]);
    for (const name of [{ side: "short" as const }, { exchange: "okx" }, { symbol: "ETHUSDT" }]) {
      const found = of([{ ...other, name: { ...other.name, ...name } }]);
      expect(found && value(found)).toBe(-1.2);
      expect(found?.size).toEqual({ unsized: 0 });
    }
    const renamed = of([{ ...other, name: { ...other.name, market_id: null } }]);
    expect(renamed?.size.recordedSince).toBe(START + 4 * HOUR);
  });

  it("is that of now where two legs cannot be told apart, and unknown once they are closed", () => {
    const own = sizes([1, 4, 20]);
    for (const alike of [[own, own], [{ ...own, alike: true }]]) {
      expect(of(alike)?.size).toEqual({ alike: true, unsized: 0 });
      expect(of(alike, {}, "closed")?.unknown).toBe("legs_alike");
    }
    expect(of([], {}, "closed")?.unknown).toBe("size_unknown");
    const closed = of([own], { quantity: 0, close_price: 1 }, "closed");
    expect(closed && value(closed)).toBe(-0.6);
  });

  it("is unknown where the record is negative", () => {
    expect(flat(of([sizes([-1, 0, 48])])?.sum)).toMatchObject({ value: null, counted: 0, of: 6 });
    const none = of([sizes([0, 0, 48])]);
    expect(flat(none?.sum)).toMatchObject({ counted: 6, of: 6 });
    expect(none?.sum.value?.eq(0)).toBe(true);
  });
});

describe("the rows of a funding", () => {
  const pair = [leg("long"), leg("short", { quantity: 3 })];
  const numbers = (rows: readonly object[], ...names: string[]) =>
    rows.map((row) =>
      names.map((name) => {
        const found = (row as Record<string, Big | number | null>)[name];
        return found === null || found === undefined ? null : Number(found);
      }),
    );

  it("by day have what settled in it, midnight with the day before, and the sum so far", () => {
    const days = fundingDays(funding(pair, 40));
    expect(days.map(({ day }) => day)).toEqual([START, START + DAY]);
    expect(numbers(days, "long", "short", "usd", "cumulative", "counted", "of")).toEqual([
      [-0.6, 0.9, 0.3, 0.3, 6, 6],
      [-0.4, 0.6, 0.2, 0.5, 4, 4],
    ]);
  });

  it("by day count what is missing, and have no funding where all of it is", () => {
    const days = fundingDays(
      funding(
        pair,
        72,
        events(100, (index) => (index > 3 && index < 7 ? undefined : {})),
      ),
    );
    expect(numbers(days, "long", "usd", "cumulative", "counted", "of")).toEqual([
      [-0.6, 0.3, 0.3, 6, 6],
      [null, null, null, 0, 6],
      [-0.6, 0.3, 0.6, 6, 6],
    ]);
  });

  it("by day have no sum with an unknown leg, and that of the other side", () => {
    const days = fundingDays(funding([leg("long"), leg("short", { market_id: null })], 24));
    expect(numbers(days, "long", "short", "usd", "cumulative")).toEqual([[-0.6, null, null, null]]);
    const nameless = { market_id: null };
    const both = fundingDays(
      funding([leg("long"), leg("long", nameless), leg("short"), leg("short", nameless)], 24),
    );
    expect(numbers(both, "long", "short", "usd")).toEqual([[null, null, null]]);
    const short = fundingDays(funding([leg("long", nameless), leg("short")], 24));
    expect(numbers(short, "long", "short", "usd")).toEqual([[null, 0.6, null]]);
  });

  it("by day count an event without a rate as one that is not known", () => {
    const lacking = events(9, (index) => (index === 2 ? { rate: null } : {}));
    const days = fundingDays(funding([leg("long")], 24, lacking));
    expect(numbers(days, "usd", "cumulative", "counted", "of")).toEqual([[-0.4, -0.4, 2, 3]]);
  });
});
