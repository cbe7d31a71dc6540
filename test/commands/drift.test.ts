import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { HOUR, type Service, START, service } from "../storage/settling-service.js";
import { carry } from "../support/carry.js";
import { PORTFOLIO } from "../support/records.js";

const DAY = 24 * HOUR;
const DRIFT = 4 * DAY;

/** A computer whose clock is ahead of the service's, or behind it, with caches of its own. */
function computer(of: Service, drift: number) {
  const cache = mkdtempSync(join(tmpdir(), "carry-drift-"));
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
  return async (after: number, ...argv: string[]) => {
    of.now = START + after;
    of.histories.length = 0;
    const { stdout, stderr, code } = await carry([...argv, "--base-url", of.url, "-o", "json"], {
      clock: { now: () => START + drift + after },
      env: {
        CARRY_CACHE_DIR: cache,
        CARRY_API_KEY: "secret-key",
        CARRY_PORTFOLIO: PORTFOLIO,
      },
    });
    expect([code, stderr.includes("missing")], stderr).toEqual([0, false]);
    return { answer: JSON.parse(stdout), asked: of.histories.length };
  };
}

describe.each([
  ["ahead of", DRIFT],
  ["behind", -DRIFT],
])("a computer four days %s the service", (_, drift) => {
  it("has no false missing events in funding compare, and stores nothing", async () => {
    const run = computer(await service([], { 1: {}, 2: {} }), drift);
    for (const after of [0, 1000, HOUR]) {
      const found = await run(after, "funding", "compare", "1", "2");
      const { spread } = found.answer.totals;
      expect([spread.counted, spread.of]).toEqual([21, 21]);
      expect(found.asked).toBeGreaterThanOrEqual(2);
    }
  });

  it("has the times of the service in funding history, too", async () => {
    const run = computer(await service([], { 1: {}, 2: {} }), drift);
    const { answer } = await run(1000, "funding", "history", "1", "--start", "7d");
    expect(answer).toHaveLength(21);
    expect(answer[0].funding_time).toBe("2026-06-01T08:00:00+00:00");
  });
});
