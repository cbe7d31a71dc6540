import { describe, expect, it } from "vitest";
import {
  type BookInputs,
  computeBook,
  HISTORY_MS,
  type Position,
  UsageError,
} from "../../src/serve/library/index.js";
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

function inputsOf(more: Partial<BookInputs> = {}): BookInputs {
  return { events: new Map(markets.map((id) => [id, events])), now: NOW, ...more };
}

type Row = Readonly<Record<string, unknown>>;

describe("the inputs of computeBook", () => {
  it("leave what rests on a market without events unknown, never zero", () => {
    const run = (inputs: BookInputs) => (computeBook([held], inputs).totals as Row).run_7d;
    expect(run(inputsOf())).toMatchObject({ value: expect.any(Number), counted: 1 });
    const without = run(inputsOf({ events: new Map() }));
    expect(without).toMatchObject({ value: null, unknown: "funding_unknown", counted: 0, of: 1 });
  });

  it("have events from HISTORY_MS ago on, whatever is before", () => {
    const older = [...events, eventAt(NOW - HISTORY_MS - HOUR, "9"), eventAt(0, "9")];
    const more = new Map(markets.map((id) => [id, older]));
    expect(computeBook([held], inputsOf({ events: more }))).toEqual(
      computeBook([held], inputsOf()),
    );
  });

  it("have no event that has not settled", () => {
    const more = new Map(markets.map((id) => [id, [eventAt(NOW + HOUR, "0.05"), ...events]]));
    expect(computeBook([held], inputsOf({ events: more }))).toEqual(
      computeBook([held], inputsOf()),
    );
  });

  it("are not changed", () => {
    const inputs = inputsOf({ limits: Object.freeze({ loss: "1%" }) });
    const before = JSON.stringify([held, events]);
    computeBook([held], inputs);
    expect(JSON.stringify([held, events])).toBe(before);
  });
});

describe("a usage error", () => {
  const inputs = inputsOf();
  it.each([
    [
      "a limit",
      /^limits\.loss: "much" is not /,
      () => computeBook([held], inputsOf({ limits: { loss: "much" } })),
    ],
    ["a stress", /^stress: "x" is not /, () => computeBook([held], { ...inputs, stress: "x" })],
    [
      "an exchange",
      /no leg is held on nowhere/,
      () => computeBook([held], { ...inputs, stress: "down=nowhere" }),
    ],
  ])("names %s", (_, message, call) => {
    expect(call).toThrow(UsageError);
    expect(call).toThrow(message);
  });
});
