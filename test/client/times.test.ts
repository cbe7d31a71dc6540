import { describe, expect, it } from "vitest";
import { instantOf, timeOf } from "../../src/client/listing/record-time.js";
import { daily, everyHour, everyMinute } from "../../src/client/resources/resource.js";

const at = (text: string) => Date.parse(`2026-06-${text}Z`);

describe("the time of a record", () => {
  it("is UTC without a zone", () => {
    for (const text of ["2026-06-01T12:00:00", "2026-06-01 12:00:00", "2026-06-01T12:00"]) {
      expect(instantOf(text)).toBe(at("01T12:00:00"));
    }
  });

  it("is that of its zone", () => {
    for (const text of [
      ...["2026-06-01T14:00:00+02:00", "2026-06-01T14:00:00+0200", "2026-06-01T12:00:00z"],
      ...["2026-06-01 12:00:00 UTC", "2026-06-01 12:00:00 GMT", "2026-06-01T07:00:00-05:00"],
    ]) {
      expect(instantOf(text), text).toBe(at("01T12:00:00"));
    }
    expect(instantOf("2026-06-01")).toBe(at("01T00:00:00"));
  });

  it("is none of a text that is no time, also when it is asked for again", () => {
    expect([instantOf("soon"), instantOf("soon")]).toEqual([Number.NaN, Number.NaN]);
  });

  it("is the same after many thousand others", () => {
    const instants = Array.from({ length: 20_001 }, (_, n) => at("01T00:00:00") + n * 1000);
    for (const round of [1, 2]) {
      const found = instants.map((it) => instantOf(new Date(it).toISOString()));
      expect(found, `round ${round}`).toEqual(instants);
    }
  });

  it("is in the first of the known fields that has one", () => {
    expect(timeOf({ funding_time: "2026-06-01T12:00:00Z", date: "2026-06-02" })).toBe(
      at("01T12:00:00"),
    );
    expect(timeOf({ funding_time: "soon", date: 7, day: "2026-06-02" })).toBe(at("02T00:00:00"));
    for (const field of ["date", "day", "time", "timestamp"]) {
      expect(timeOf({ [field]: "2026-06-02" }), field).toBe(at("02T00:00:00"));
    }
    expect(timeOf({ date: "9999-12-31", day: "2008-12-31", time: "2026-06-02" })).toBe(
      at("02T00:00:00"),
    );
    expect([timeOf({}), timeOf({ date: 7 }), timeOf({ when: "2026-06-02" })]).toEqual([
      ...[undefined, undefined, undefined],
    ]);
  });
});

describe("public data is up to date", () => {
  it("for a minute or an hour", () => {
    expect(everyMinute(at("01T12:00:00"))).toBe(at("01T12:01:00"));
    expect(everyHour(at("01T12:00:00"))).toBe(at("01T13:00:00"));
  });

  it("of a day until it is made anew at 08:30, and briefly while that may be late", () => {
    const until = (text: string) => new Date(daily(at(text))).toISOString().slice(8, 19);
    expect(until("02T00:00:00")).toBe("02T08:30:00");
    expect(until("02T08:29:59")).toBe("02T08:30:00");
    expect(until("02T08:30:00")).toBe("02T08:35:00");
    expect(until("02T08:44:59")).toBe("02T08:49:59");
    expect(until("02T08:45:00")).toBe("03T08:30:00");
    expect(until("02T23:59:59")).toBe("03T08:30:00");
  });
});
