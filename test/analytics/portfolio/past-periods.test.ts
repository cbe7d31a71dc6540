import { describe, expect, it } from "vitest";
import {
  type PeriodUnit,
  periodsOf,
  snapshotNear,
} from "../../../src/analytics/portfolio/past-periods.js";

const at = (text: string) => Date.parse(`2026-${text}:00Z`);
const rows = (times: readonly string[], unit: PeriodUnit = "day") =>
  periodsOf(times.map(at), unit).map(({ name, from, to, units, isPart }) => [
    name,
    ...[from, to].map((time) => new Date(time).toISOString().slice(5, 16)),
    units,
    isPart,
  ]);

describe("days between snapshots", () => {
  it("run between the first snapshots after each midnight", () => {
    const times = ["05-01T00:05", "05-01T12:00", "05-02T01:59", "05-02T02:30", "05-03T00:00"];
    expect(rows(times)).toEqual([
      ["2026-05-01", "05-01T00:05", "05-02T01:59", 1, false],
      ["2026-05-02", "05-02T01:59", "05-03T00:00", 1, false],
    ]);
  });

  it("take the last one before a midnight when none follows within two hours", () => {
    const times = ["05-01T00:00", "05-01T21:00", "05-01T22:30", "05-02T02:01", "05-03T00:00"];
    expect(rows(times)).toEqual([
      ["2026-05-01", "05-01T00:00", "05-01T22:30", 1, false],
      ["2026-05-02", "05-01T22:30", "05-03T00:00", 1, false],
    ]);
  });

  it("are whole up to two hours from a midnight, also the first and the last", () => {
    expect(rows(["04-30T22:00", "05-01T22:00"])).toEqual([
      ["2026-05-01", "04-30T22:00", "05-01T22:00", 1, false],
    ]);
    expect(rows(["05-01T02:00", "05-02T02:00"])).toEqual([
      ["2026-05-01", "05-01T02:00", "05-02T02:00", 1, false],
    ]);
    expect(rows(["04-30T21:59", "05-01T21:59"])).toEqual([
      ["2026-04-30 to 2026-05-01", "04-30T21:59", "05-01T21:59", 2, true],
    ]);
    expect(rows(["05-01T02:01", "05-02T02:01"])).toEqual([
      ["2026-05-01 to 2026-05-02", "05-01T02:01", "05-02T02:01", 2, true],
    ]);
  });

  it("are joined where no snapshot is near a midnight", () => {
    const times = ["05-01T00:00", "05-01T12:00", "05-02T12:00", "05-04T00:00"];
    expect(rows(times)).toEqual([
      ["2026-05-01 to 2026-05-03", "05-01T00:00", "05-04T00:00", 3, false],
    ]);
  });

  it("are parts at the ends of what is recorded", () => {
    expect(rows(["05-01T10:00", "05-02T00:00", "05-02T08:00"])).toEqual([
      ["2026-05-01", "05-01T10:00", "05-02T00:00", 1, true],
      ["2026-05-02", "05-02T00:00", "05-02T08:00", 1, true],
    ]);
    expect(rows(["05-01T10:00", "05-01T11:00"])).toEqual([
      ["2026-05-01", "05-01T10:00", "05-01T11:00", 1, true],
    ]);
    expect(rows(["05-01T10:00", "05-03T11:00"])).toEqual([
      ["2026-05-01 to 2026-05-03", "05-01T10:00", "05-03T11:00", 3, true],
    ]);
  });

  it("make weeks from Monday and months of the calendar", () => {
    expect(rows(["05-18T00:30", "05-25T00:10", "06-01T00:00"], "week")).toEqual([
      ["2026-W21", "05-18T00:30", "05-25T00:10", 1, false],
      ["2026-W22", "05-25T00:10", "06-01T00:00", 1, false],
    ]);
    expect(rows(["04-20T00:00", "05-01T01:00", "06-01T00:00"], "month")).toEqual([
      ["2026-04", "04-20T00:00", "05-01T01:00", 1, true],
      ["2026-05", "05-01T01:00", "06-01T00:00", 1, false],
    ]);
    expect(rows(["01-01T00:00", "01-05T00:00"], "week")[0]?.[0]).toBe("2026-W01");
  });

  it("have no snapshot for an instant that is more than two hours from any", () => {
    const times = [at("05-01T10:00"), at("05-01T14:00")];
    expect(snapshotNear(times, at("05-01T12:00"))).toBe(at("05-01T14:00"));
    expect(snapshotNear(times, at("05-01T11:59"))).toBe(at("05-01T10:00"));
    expect(snapshotNear(times, at("05-01T16:01"))).toBeUndefined();
  });
});
