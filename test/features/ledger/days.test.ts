import { describe, expect, it } from "vitest";
import { ledgerDays } from "../../../src/features/ledger/days.js";

const at = (text: string) => Date.parse(`2026-05-${text}Z`);
const daysOf = (...times: readonly string[]) => ledgerDays(times.map(at)).map(({ day }) => day);

describe("the days of a ledger", () => {
  it("end with the last midnight, and leave out the day that is not over", () => {
    expect(daysOf("20T12:00", "21T00:10", "21T12:00")).toEqual(["2026-05-20"]);
    expect(daysOf("20T12:00", "20T18:00")).toEqual([]);
    expect(daysOf("20T12:00")).toEqual([]);
  });

  it("leave out a day while another snapshot may come to stand for its midnight", () => {
    expect(daysOf("20T00:10", "20T23:00")).toEqual([]);
    expect(daysOf("20T00:10", "20T23:00", "21T02:00")).toEqual(["2026-05-20"]);
    expect(daysOf("20T00:10", "20T23:00", "21T02:01")).toEqual(["2026-05-20"]);
    const [first] = ledgerDays(["20T00:10", "20T23:00", "21T02:00"].map(at));
    expect(first?.to).toBe(at("21T02:00"));
    const [other] = ledgerDays(["20T00:10", "20T23:00", "21T02:01"].map(at));
    expect(other?.to).toBe(at("20T23:00"));
  });

  it("are joined where no snapshot stands for a midnight, and posted on the last of them", () => {
    const days = ledgerDays(["20T00:10", "20T12:00", "23T00:05", "24T00:05"].map(at));
    expect(days.map(({ day, name }) => [day, name])).toEqual([
      ["2026-05-22", "2026-05-20 to 2026-05-22"],
      ["2026-05-23", "2026-05-23"],
    ]);
  });

  it("never change when more snapshots are taken", () => {
    const times = [
      "20T06:00",
      "20T22:30",
      "21T00:30",
      "21T23:59",
      "22T02:30",
      "24T01:00",
      "25T03:00",
    ];
    for (let n = 1; n <= times.length; n++) {
      const some = ledgerDays(times.slice(0, n).map(at));
      expect(ledgerDays(times.map(at)).slice(0, some.length)).toEqual(some);
    }
    expect(daysOf(...times)).toEqual(["2026-05-20", "2026-05-21", "2026-05-23"]);
  });
});
