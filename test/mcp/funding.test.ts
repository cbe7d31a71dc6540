import { expect, it, onTestFinished, vi } from "vitest";
import { fundingHistory } from "../../src/mcp/tools/funding.js";

it("the tool funding_history sums by UTC days, wherever this computer is", async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("TZ", "Asia/Tokyo");
  const value = ["2026-05-31T08:00:00", "2026-05-31T00:00:00"].map((time) => ({
    ...{ funding_time: time, funding_rate: "0.0001" },
  }));
  const { rows } = await fundingHistory.call(
    { market_id: 1 },
    { run: async () => ({ value, notes: [] }) },
  );
  expect(rows).toMatchObject([{ day: "2026-05-31" }, { day: "2026-05-30" }]);
});

it("the tool funding_history counts an event once, and knows no sum of those that conflict", async () => {
  const sent = (time: string, funding_rate: string) => ({ funding_time: time, funding_rate });
  const value = [
    sent("2026-05-31T00:00:03Z", "0.0005"),
    sent("2026-05-30T16:00:00Z", "0.0003"),
    sent("2026-05-30T16:00:00Z", "0.00030"),
    sent("2026-05-30T00:00:00Z", "0.0001"),
    sent("2026-05-30T00:00:00Z", "0.0002"),
  ];
  const { head, rows } = await fundingHistory.call(
    { market_id: 1 },
    { run: async () => ({ value, notes: [] }) },
  );
  expect(head).toMatchObject({ events: 3 });
  expect(rows).toEqual([
    { day: "2026-05-30", rates: "0.0008", counted: 2, of: 2 },
    { day: "2026-05-29", rates: null, counted: 0, of: 1 },
  ]);
});
