import { describe, expect, it } from "vitest";
import { legDetail, positionSummary } from "../../src/client/resources/position-schema.js";
import { problemOf, standIn } from "../../src/client/validate/misfit.js";
import { leg, performance, position } from "../support/records.js";

const read = (value: unknown) => standIn(positionSummary, value);

describe("what stands for a record that does not match", () => {
  it("is the record itself where it matches", () => {
    const record = position(1, { performance: performance(), extra: 1 });
    expect(read(record)).toBe(record);
    expect(problemOf(record)).toBeUndefined();
  });

  it("has NaN for a number, ? for a text and null where that is allowed", () => {
    const record = read(
      position(1, { asset: 7, opened_at: "noon", legs: [leg({ quantity: "1", mark_price: "x" })] }),
    );
    expect(record).toMatchObject({ asset: "?", opened_at: "?" });
    expect(record.legs[0]).toMatchObject({ quantity: Number.NaN, mark_price: null });
    expect(problemOf(record)).toBe("asset: expected a string, got 7");
  });

  it("keeps the other fields as sent, also unknown ones", () => {
    const record = read(position(1, { asset: null, extra: { a: [1] } }));
    expect(record).toMatchObject({ status: "open", extra: { a: [1] } });
  });

  it("has one leg of which nothing is known for legs that are no list", () => {
    const { legs } = read(position(1, { legs: {} }));
    expect(legs).toHaveLength(1);
    expect(legs[0]).toMatchObject({ side: "?", quantity: Number.NaN });
  });

  it("has a performance of which nothing is known for one that is no object", () => {
    const record = read(position(1, { performance: null }));
    expect(record.performance).toMatchObject({ funding_pnl: Number.NaN, net_pnl: null });
  });

  it.each([[null], [7], ["x"], [[]], [undefined]])("is made of %j, too", (value) => {
    const record = read(value);
    expect(record.position_id).toBe("?");
    expect(problemOf(record)).toMatch(/^the record: expected an object, got /);
  });

  it("is found again in a copy", () => {
    expect(problemOf({ ...standIn(legDetail, leg()) })).toMatch(/^leg_id: /);
  });
});
