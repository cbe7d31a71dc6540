import { describe, expect, it } from "vitest";
import { legDetail } from "../../src/client/resources/leg.js";
import { positionSummary } from "../../src/client/resources/position.js";
import { standIn, unreadableFields, withField } from "../../src/client/validate/stand-in.js";
import { leg, performance, position } from "../support/records.js";

function read(value: unknown) {
  const record = standIn(positionSummary, value);
  return { record, fields: unreadableFields(record) };
}

describe("what stands for a record that does not match", () => {
  it("has NaN for a number, ? for a text and null where that is allowed", () => {
    const { record, fields } = read(
      position(1, { asset: 7, opened_at: "noon", legs: [leg({ quantity: "1", mark_price: "x" })] }),
    );
    expect(record).toMatchObject({ asset: "?", opened_at: "?" });
    expect(record.legs[0]).toMatchObject({ quantity: Number.NaN, mark_price: null });
    expect(fields).toEqual(["asset", "opened_at", "legs.0.quantity", "legs.0.mark_price"]);
  });

  it("keeps the other fields as sent, also unknown ones", () => {
    const { record } = read(position(1, { asset: null, extra: { a: [1] } }));
    expect(record).toMatchObject({ status: "open", extra: { a: [1] } });
  });

  it("has one leg of which nothing is known for legs that are no list, and names the list alone", () => {
    const { record, fields } = read(position(1, { legs: {} }));
    expect(record.legs).toHaveLength(1);
    expect(record.legs[0]).toMatchObject({ side: "?", quantity: Number.NaN });
    expect(fields).toEqual(["legs"]);
  });

  it("has a performance of which nothing is known for one that is no object", () => {
    const { record, fields } = read(position(1, { performance: null }));
    expect(record.performance).toMatchObject({ funding_pnl: Number.NaN, net_pnl: null });
    expect(fields).toEqual(["performance"]);
  });

  it("names a part of a performance by its path", () => {
    const { fees: _, ...rest } = performance();
    expect(read(position(1, { performance: rest })).fields).toEqual(["performance.fees"]);
  });

  it.each([[null], [7], ["x"], [[]], [undefined]])("is made of %j, too", (value) => {
    const { record, fields } = read(value);
    expect(record.position_id).toBe("?");
    expect(fields).toEqual(["the whole record"]);
  });

  it("is told of with a field of another record, in place of its own", () => {
    const one = read(position(1, { asset: null, legs: {} })).record;
    const other = read(position(1, { status: 7, legs: [leg({ side: 1 })] })).record;
    expect(unreadableFields(withField(one, "legs", other))).toEqual(["asset", "legs.0.side"]);
    expect(unreadableFields(withField(position(1) as typeof one, "legs", one))).toEqual(["legs"]);
  });

  it("is found again in a copy", () => {
    const record = standIn(legDetail, leg());
    expect(unreadableFields({ ...record })).toContain("leg_id");
    expect(unreadableFields(leg())).toEqual([]);
  });
});
