import { describe, expect, it } from "vitest";
import type { Position } from "../../../src/client/resources/position.js";
import { summariseExchanges } from "../../../src/features/summary/exchange-summary.js";
import { long, short } from "../../support/fresh-legs.js";
import { NOW } from "../../support/now.js";
import { performance, position, uuidOf } from "../../support/records.js";

/** What a leg has earned and cost. */
const booked = (calculated: number, override: number | null, paid: number) => ({
  funding: { calculated, override },
  ...{ open_fee_paid: paid, close_fee_paid: null, close_price: null },
});

/** A position as listed, with its legs in full unless `booked` is empty. */
function detailed(
  n: number,
  legs: readonly object[],
  bookings: readonly object[],
  more: object = {},
): Position {
  const whole = legs.map((leg, at) => ({ ...leg, ...bookings[at] }));
  return position(n, { legs: whole, performance: performance(), ...more }) as unknown as Position;
}

const PAIR = [long(), short()];
const summary = (...all: Position[]) => summariseExchanges(all, { now: NOW });

/** The rows with their funding and fees, each with the number of legs that it is of. */
const rows = (...all: Position[]) =>
  summary(...all).rows.map(({ exchange, positions, allLegs, unchecked, funding, fees }) => [
    ...[exchange, positions, allLegs, unchecked],
    ...[funding, fees].map(({ value, counted, of }) => [value?.toNumber() ?? null, counted, of]),
  ]);

const one = detailed(1, PAIR, [booked(-500, -490, 3), booked(60, null, 4)]);
const both = [long({ exchange: "okx" }), short({ exchange: "okx" })];

describe("the legs of an exchange", () => {
  it("have their own funding and fees, of all legs there", () => {
    const other = detailed(2, both, [booked(5, null, 1), booked(4, 0, 2)]);
    expect(rows(one, other)).toEqual([
      ["okx", 1, 2, 0, [5, 2, 2], [3, 2, 2]],
      ["binance", 1, 1, 0, [-490, 1, 1], [3, 1, 1]],
      ["bybit", 1, 1, 0, [60, 1, 1], [4, 1, 1]],
    ]);
  });

  it("of positions that are not known in full count as listed, without funding and fees", () => {
    // The legs have gained nothing, and the performance says -3.5, within 0.1 % of 30,500.
    const listed = detailed(2, PAIR, []);
    expect(rows(one, listed)).toEqual([
      ["binance", 2, 2, 0, [-490, 1, 2], [3, 1, 2]],
      ["bybit", 2, 2, 0, [60, 1, 2], [4, 1, 2]],
    ]);
    expect(rows(listed)[0]).toEqual(["binance", 1, 1, 0, [null, 0, 1], [null, 0, 1]]);
  });

  it("are unchecked where one of them may be closed and is not known in full", () => {
    const odd = { performance: performance({ spread_pnl: { realized: 0, unrealized: 900 } }) };
    expect(rows(detailed(2, PAIR, [], odd)).map((row) => row[3])).toEqual([1, 1]);
    const known = [booked(0, null, 0), booked(0, null, 0)];
    expect(rows(detailed(2, PAIR, known, odd)).map((row) => row[3])).toEqual([0, 0]);
  });

  it("are held or not as the position in full has them", () => {
    const gone = detailed(2, PAIR, [
      booked(0, null, 0),
      { ...booked(0, null, 0), close_price: 60_000 },
    ]);
    expect(summary(gone).held).toMatchObject({ legs: 1 });
    expect(summary(detailed(2, PAIR, [])).held).toMatchObject({ legs: 2 });
  });
});

describe("the sums of legs", () => {
  const numbers = ({ legs, performances, difference }: ReturnType<typeof summary>["funding"]) => [
    ...[legs, performances, difference].map(({ value }) => value?.toNumber() ?? null),
    ...[legs.counted, legs.of],
  ];

  it("stand beside the performances of the positions that have both", () => {
    const without = detailed(2, PAIR, [booked(7, null, 7), booked(7, null, 7)], {
      performance: undefined,
    });
    const { funding, fees, positions } = summary(one, without, detailed(3, PAIR, []));
    expect(numbers(funding)).toEqual([-430, 100.5, -530.5, 1, 3]);
    expect(numbers(fees)).toEqual([7, 10.25, -3.25, 1, 3]);
    expect(positions).toBe(3);
    expect(numbers(summary(without).funding)).toEqual([null, null, null, 0, 1]);
  });

  it("name the legs with an override, and the positions with a held leg without a mark or an open price", () => {
    const unmarked = detailed(2, [long(), short({ mark_price: null })], []);
    const empty = detailed(3, [long(), short({ mark_price: null, quantity: 0 })], []);
    const unopened = detailed(4, [long({ open_price: null }), short()], []);
    const { overridden, unpriced } = summary(one, unmarked, empty, unopened);
    expect(overridden.map(({ leg, position }) => [leg.side, position.position_id])).toEqual([
      ["long", uuidOf(1)],
    ]);
    expect(unpriced.map(({ position_id }) => position_id)).toEqual([uuidOf(2), uuidOf(4)]);
  });
});
