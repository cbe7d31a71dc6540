import { describe, expect, it, vi } from "vitest";
import { systemClock } from "../../src/base/time/system-clock.js";

describe("the system's clock", () => {
  it("measures time that never goes back, whatever the time of day is set to", () => {
    const set = vi.spyOn(Date, "now");
    const begun = systemClock.elapsed();
    const at = (time: number) => {
      set.mockReturnValue(time);
      return systemClock.elapsed() - begun;
    };
    const first = at(Date.parse("2100-01-01T00:00:00Z"));
    expect(at(Date.parse("2100-01-01T00:00:02Z")) - first).toBe(2_000);
    expect(at(Date.parse("2026-01-01T00:00:00Z")) - first).toBe(2_000);
    expect(at(Date.parse("2026-01-01T00:00:05Z")) - first).toBe(7_000);
    set.mockRestore();
  });
});
