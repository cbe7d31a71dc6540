import { describe, expect, it } from "vitest";
import { POSITION_CATALOG } from "../../src/figures/catalog/catalog.js";
import { column } from "../../src/run/screen/screen.js";
import { movementOf } from "../../src/watch/movement.js";
import { ago, MINUTE } from "../support/fresh-legs.js";
import { groupOf } from "../support/group.js";
import { leg, performance, position } from "../support/records.js";

const LOOK = { unicode: true, zone: "UTC" };

/** How the cell of a column moves between two states of a position. */
function moved(key: string, before: object, after: object) {
  const declared = POSITION_CATALOG.find(({ id }) => id === key);
  const [[old], [now]] = [groupOf([before]).members, groupOf([after]).members];
  if (declared === undefined || old === undefined || now === undefined) throw new Error(key);
  const shown = column(declared);
  return movementOf(shown, shown.value(old), now, LOOK);
}

const TIME = { mark_price_updated_at: ago(MINUTE) };
const other = leg({ side: "short", exchange: "bybit", quantity: 0.5, mark_price: 61000, ...TIME });

const earning = (figures: Record<string, unknown>) =>
  position(1, {
    legs: [leg({ quantity: 0.5, mark_price: 61000, ...TIME }), other],
    performance: performance({ ...figures, calculated_at: ago(MINUTE) }),
  });

const holding = (quantity: number, mark: number | null, more: Record<string, unknown> = {}) =>
  position(1, { legs: [leg({ quantity, mark_price: mark, ...TIME, ...more }), other] });

/* The larger side of each is 0.5 x 61,000 = 30,500 USD, of which 1 bp is 3.05. */
describe("a figure of a position stands out", () => {
  it.each([
    ["spread_pnl", 100, 103.04, undefined],
    ["spread_pnl", 100, 104, "risen"],
    ["spread_pnl", 100, 96, "fallen"],
    ["spread_pnl", -2, 2, "risen"],
  ] as const)("in %s from %j to %j: %s", (name, old, now, expected) => {
    const of = (it: number) => earning({ spread_pnl: { realized: it, unrealized: 0 } });
    expect(moved(name, of(old), of(now))).toBe(expected);
  });

  it.each([
    ["funding_pnl", 100, 101, "risen"],
    ["funding_pnl", 100, 99, "fallen"],
    ["funding_pnl", 100.004, 100.006, undefined],
    ["apr", 12.4, 12.6, undefined],
    ["apr", 12.4, 13.1, "risen"],
    ["apr", 12.5, null, "changed"],
  ] as const)("in %s from %j to %j: %s, however the marks moved", (name, old, now, expected) => {
    expect(moved(name, earning({ [name]: old }), earning({ [name]: now }))).toBe(expected);
  });

  it.each([
    [61_050, undefined],
    [61_200, "risen"],
  ] as const)("in a size where the mark goes from 61,000 to %j: %s", (mark, expected) => {
    expect(moved("size", holding(0.5, 61_000), holding(0.5, mark))).toBe(expected);
  });

  it("in what is no figure where it reads otherwise", () => {
    const [before, after] = [holding(0.5, 61_000), holding(0.5, 61_000, { exchange: "okx" })];
    expect(moved("long", before, after)).toBe("changed");
    expect(moved("short", before, after)).toBeUndefined();
  });
});
