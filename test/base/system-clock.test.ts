import { describe, expect, it, vi } from "vitest";
import { systemClock } from "../../src/base/time/clock.js";

describe("the system's clock", () => {
  it("waits longer than a timer of Node, which takes 25 days for a millisecond", async () => {
    const controller = new AbortController();
    const over = systemClock.sleep(2 ** 31 + 5, controller.signal).then(() => "over");
    const stop = systemClock.after(2 ** 31 + 5, () => controller.abort(new Error("called")));
    const first = await Promise.race([over, systemClock.sleep(20).then(() => "waiting")]);
    stop();
    controller.abort(new Error("ended"));
    await expect(over).rejects.toThrow("ended");
    expect(first).toBe("waiting");
  });

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
