import { describe, expect, it } from "vitest";
import { asSent } from "../../src/base/as-sent.js";
import type { Leg, Performance, Position } from "../../src/client/resources/position.js";
import {
  crediblePosition,
  implausibleFields,
} from "../../src/figures/credible/credible-position.js";
import { leg, performance, position } from "../support/records.js";

const held = (side: "long" | "short", more: object = {}) =>
  leg({ side, quantity: 10, open_price: 100, mark_price: 104, leverage: 2, ...more }) as Leg;
const PARTS = { funding_pnl: 10, fees: { paid: 1, estimated_exit: 2 }, net_pnl: 7, apr: 5 };
const results = (more: object = {}) =>
  ({
    ...performance(),
    ...PARTS,
    spread_pnl: { realized: 0, unrealized: 0 },
    ...more,
  }) as unknown as Performance;
const of = (short: object = {}, more: object = {}, long: object = {}): Position =>
  ({
    ...position(1),
    status: "open",
    legs: [held("long", long), held("short", short)],
    performance: results(),
    ...more,
  }) as unknown as Position;

describe("a position that can be true", () => {
  it("passes as it is", () => {
    for (const sound of [
      of(),
      of({ open_price: null, mark_price: null, leverage: null }),
      of({ mark_price: 30 }, {}, { mark_price: 31 }), // a coin that fell by 70 %
      of({ leverage: 500 }, {}, { leverage: 0.1 }),
      of({}, { performance: results({ net_pnl: 7.009 }) }),
      of({}, { performance: results({ net_pnl: null }) }),
    ]) {
      expect(crediblePosition(sound)).toBe(sound);
    }
  });

  it("passes in contracts of a thousand", () => {
    const thousand = of({ symbol: "1000PEPE", open_price: 100_000, mark_price: 104_000 });
    expect(crediblePosition(thousand)).toStrictEqual(thousand);
  });
});

describe("what cannot be true of a position", () => {
  const found = (it: Position) => {
    const credible = crediblePosition(it);
    const [, short] = credible.legs;
    const { open_price, mark_price, leverage } = short ?? {};
    return { open_price, mark_price, leverage, fields: implausibleFields(credible) };
  };

  it("is a price that is not above zero: it is missing", () => {
    for (const price of [0, -0, -5]) {
      expect(found(of({ mark_price: price }))).toMatchObject({ mark_price: null, fields: [] });
      expect(found(of({ open_price: price }))).toMatchObject({ open_price: null, fields: [] });
    }
  });

  it("is a mark that another leg's mark and its own open price speak against", () => {
    for (const mark_price of [104_000, 0.104, 400]) {
      const fields = ["legs.1.mark_price"];
      expect(found(of({ mark_price })), String(mark_price)).toMatchObject({
        mark_price: null,
        fields,
      });
    }
  });

  it("is an open price that the other prices speak against, unless the unrealized PnL rests on it", () => {
    const fields = ["legs.1.open_price"];
    expect(found(of({ open_price: 100_000 }))).toMatchObject({ open_price: null, fields });
    // (104 - 100) × 10 long, and (20 - 104) × 10 short
    const spread_pnl = { realized: 0, unrealized: -800 };
    const agreed = { performance: results({ spread_pnl, net_pnl: -793 }) };
    expect(found(of({ open_price: 20 }, agreed))).toMatchObject({ open_price: 20, fields: [] });
  });

  it("is a time of opening later than the service's time and a minute, which stays as it was sent", () => {
    const opened_at = "2026-06-01T12:01:00Z";
    const at = (time: string) => crediblePosition(of({}, { opened_at }), Date.parse(time));
    expect(implausibleFields(at("2026-06-01T12:00:00Z"))).toEqual([]);
    const early = at("2026-06-01T11:59:59Z");
    expect([implausibleFields(early), early.opened_at]).toEqual([["opened_at"], opened_at]);
  });

  it("is judged of the other fields where a quantity cannot be read", () => {
    const unread = of({ quantity: Number.NaN, mark_price: 900 });
    expect(implausibleFields(crediblePosition(unread))).toEqual(["legs.1.mark_price"]);
  });

  it("is a leverage that no exchange offers", () => {
    for (const leverage of [0, 0.09, 501, -3]) {
      expect(found(of({ leverage }))).toMatchObject({
        ...{ leverage: null, fields: ["legs.1.leverage"] },
      });
    }
  });

  it("is a net PnL that is not the sum of its parts, and the APR that rests on it", () => {
    for (const net_pnl of [7.02, -7, 7000]) {
      const { performance: own, ...rest } = crediblePosition(
        of({}, { performance: results({ net_pnl }) }),
      );
      expect(own).toMatchObject({ net_pnl: null, apr: null, funding_pnl: 10 });
      expect(implausibleFields({ ...rest, performance: own as Performance })).toEqual([
        ...["performance.net_pnl", "performance.apr"],
      ]);
    }
  });

  it("stays reachable as it was sent", () => {
    const sent = of({ mark_price: 0, leverage: 9000 });
    expect(crediblePosition(sent).legs.map(asSent)).toEqual(sent.legs);
  });
});
