import { describe, expect, it } from "vitest";
import type { Position } from "../../src/client/resources/position.js";
import { positionsView } from "../../src/views/position/positions.js";
import { movementOf } from "../../src/watch/cockpit/movement.js";
import { NOW } from "../support/now.js";
import { leg, performance, position } from "../support/records.js";

const LOOK = { unicode: true, zone: "UTC" };

/** How the cell of a column moves between two states of a position. */
function moved(key: string, before: Position, after: Position) {
  const { columns, rows } = positionsView({ byLeg: false, performance: true, now: NOW });
  const column = columns.find((it) => it.key === key);
  const [old, now] = [rows(before)[0], rows(after)[0]];
  if (column === undefined || old === undefined || now === undefined) throw new Error(key);
  return movementOf(column, old, now, LOOK);
}

const earning = (figures: Record<string, unknown>) =>
  position(1, { performance: performance(figures) }) as unknown as Position;

const holding = (quantity: number, mark: number | null, more: Record<string, unknown> = {}) =>
  position(1, {
    legs: [
      leg({ quantity, mark_price: mark, ...more }),
      leg({ side: "short", exchange: "bybit", quantity: 0.5, mark_price: 61000 }),
    ],
    performance: performance(),
  }) as unknown as Position;

/* The larger side of each is 0.5 x 61,000 = 30,500 USD, of which 1 bp is 3.05. */
describe("a figure of a position stands out", () => {
  it.each([
    ["net_pnl", 100, 103.04, undefined],
    ["net_pnl", 100, 103.05, "risen"],
    ["net_pnl", 100, 96.96, undefined],
    ["net_pnl", 100, 96.95, "fallen"],
    ["net_pnl", -2, 2, "risen"],
    ["funding_pnl", 100, 100.01, "risen"],
    ["funding_pnl", 100, 99.99, "fallen"],
    ["funding_pnl", 100.004, 100.006, undefined],
    ["apr", 12.5, 12.99, undefined],
    ["apr", 12.5, 13, "risen"],
    ["apr", 12.5, 12, "fallen"],
    ["net_pnl", null, 100, "changed"],
    ["net_pnl", 100, null, "changed"],
    ["net_pnl", null, null, undefined],
  ] as const)("in %s from %j to %j: %s", (name, old, now, expected) => {
    const [before, after] = [earning({ [name]: old }), earning({ [name]: now })];
    expect(moved(`performance.${name}`, before, after)).toBe(expected);
  });

  it.each([
    [61_060, undefined],
    [61_061, "risen"],
    [60_939, "fallen"],
    [null, "changed"],
  ] as const)("in a price from 61,000 to %j: %s", (mark, expected) => {
    const [before, after] = [holding(0.5, 61_000), holding(0.5, mark)];
    expect(moved("long_price", before, after)).toBe(expected);
  });

  it.each([
    [61_060, undefined],
    [61_061, "risen"],
  ] as const)("in a notional where the mark goes from 61,000 to %j: %s", (mark, expected) => {
    const [before, after] = [holding(0.5, 61_000), holding(0.5, mark)];
    expect(moved("gross_notional", before, after)).toBe(expected);
  });

  it("in a quantity however little it changes, of one leg or of several", () => {
    const [before, after] = [holding(0.5, 61_000), holding(0.499999, 61_000)];
    expect(moved("long_quantity", before, after)).toBe("fallen");
    expect(moved("legs.quantity", before, after)).toBe("fallen");
    expect(moved("short_quantity", before, after)).toBeUndefined();
  });

  it("in what is no figure where it reads otherwise", () => {
    const [before, after] = [holding(0.5, 61_000), holding(0.5, 61_000, { exchange: "okx" })];
    expect(moved("long", before, after)).toBe("changed");
    expect(moved("short", before, after)).toBeUndefined();
  });

  it("in several marks of which one rose and one fell, without a direction", () => {
    const both = (long: number, short: number) =>
      position(1, {
        legs: [leg({ mark_price: long }), leg({ side: "short", mark_price: short })],
      }) as unknown as Position;
    const before = both(61_000, 61_000);
    expect(moved("legs.mark_price", before, both(61_500, 60_500))).toBe("changed");
    expect(moved("legs.mark_price", before, both(61_500, 61_010))).toBe("risen");
    expect(moved("legs.mark_price", before, both(61_010, 60_990))).toBeUndefined();
  });

  it("not in an APR that a table does not show yet", () => {
    const young = { duration_days: 0.5 };
    const [before, after] = [earning({ apr: 10, ...young }), earning({ apr: 90, ...young })];
    expect(moved("performance.apr", before, after)).toBeUndefined();
  });

  it("from a cent on where nothing is held or the size is not known", () => {
    const closed = (net_pnl: number) =>
      position(1, {
        status: "closed",
        performance: performance({ net_pnl }),
      }) as unknown as Position;
    expect(moved("performance.net_pnl", closed(100), closed(100.01))).toBe("risen");
  });
});
