import { describe, expect, it } from "vitest";
import {
  type Facts,
  figuresOf,
  HISTORY_MS,
  type Position,
  pnlOf,
  rankOf,
  UsageError,
} from "../../src/library/index.js";
import { NOW } from "../support/now.js";
import { position } from "../support/records.js";

const HOUR = 3_600_000;
const held = position(1) as Position;
const markets = held.legs.flatMap(({ market_id: id }) => id ?? []);

function eventAt(time: number, rate: string) {
  const mark = { mark_price: "100", funding_interval: 8 };
  return { funding_time: new Date(time).toISOString(), funding_rate: rate, ...mark };
}

const events = Array.from({ length: 99 }, (_, n) => eventAt(NOW - n * 8 * HOUR, "0.0001"));

function factsOf(more: Partial<Facts> = {}): Facts {
  return { events: new Map(markets.map((id) => [id, events])), now: NOW, ...more };
}

type Row = Readonly<Record<string, unknown>>;

describe("facts", () => {
  it("leave what rests on a market without events unknown, never zero", () => {
    const run = (facts: Facts) => (figuresOf([held], facts).totals as Row).run_7d;
    expect(run(factsOf())).toMatchObject({ value: expect.any(Number), counted: 1 });
    const without = run(factsOf({ events: new Map() }));
    expect(without).toMatchObject({ value: null, unknown: "funding_unknown", counted: 0, of: 1 });
  });

  it("have events from HISTORY_MS ago on, whatever is before", () => {
    const older = [...events, eventAt(NOW - HISTORY_MS - HOUR, "9"), eventAt(0, "9")];
    const more = new Map(markets.map((id) => [id, older]));
    expect(figuresOf([held], factsOf({ events: more }))).toEqual(figuresOf([held], factsOf()));
  });

  it("have no event that has not settled", () => {
    const more = new Map(markets.map((id) => [id, [eventAt(NOW + HOUR, "0.05"), ...events]]));
    expect(figuresOf([held], factsOf({ events: more }))).toEqual(figuresOf([held], factsOf()));
  });

  it("are not changed", () => {
    const facts = factsOf({ limits: Object.freeze({ loss: "1%" }) });
    const before = JSON.stringify([held, events]);
    figuresOf([held], facts, { stress: "price=10%" });
    expect(JSON.stringify([held, events])).toBe(before);
  });
});

describe("a usage error", () => {
  const facts = factsOf();
  it.each([
    [
      "a limit",
      /^limits\.loss: "much" is not /,
      () => figuresOf([held], factsOf({ limits: { loss: "much" } })),
    ],
    ["a stress", /^stress: "x" is not /, () => figuresOf([held], facts, { stress: "x" })],
    [
      "an exchange",
      /no leg is held on nowhere/,
      () => figuresOf([held], facts, { stress: "down=nowhere" }),
    ],
    ["one snapshot", /needs two or more/, () => pnlOf([{ at: NOW, positions: [] }])],
    [
      "no order",
      /later than the one/,
      () => pnlOf([NOW, NOW].map((at) => ({ at, positions: [] }))),
    ],
    ["a fee", /^fee: "1" is not /, () => rankOf([], facts, { fee: "1" })],
  ])("names %s", (_, message, call) => {
    expect(call).toThrow(UsageError);
    expect(call).toThrow(message);
  });
});
