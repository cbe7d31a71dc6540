import { expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/sandbox/server.js";
import { tempDirectory } from "../archive/temp-archive.js";
import { carry } from "../support/carry.js";
import { NOW } from "../support/now.js";

const DAY = 24 * 3_600_000;

/** A sandbox that was synced so many times, 25 days apart, into an archive. */
async function syncedFor(times: number) {
  let now = NOW;
  const sandbox = await startSandbox({ now: () => now });
  onTestFinished(() => sandbox.close());
  const env = {
    CARRY_BASE_URL: sandbox.url,
    CARRY_API_KEY: sandbox.apiKey,
    CARRY_PORTFOLIO: sandbox.portfolioId,
    CARRY_ACCEPT_CLOCK: "1",
    CARRY_ARCHIVE: tempDirectory(),
  };
  for (let ago = times - 1; ago >= 0; ago--) {
    now = NOW - ago * 25 * DAY;
    const { code, stderr } = await carry(["archive", "sync", "-q"], {
      env,
    });
    if (code !== 0) throw new Error(stderr);
  }
  return env;
}

const recordIn = (stdout: string) =>
  (JSON.parse(stdout) as { totals: { record: { held: number; of: number; weeks: number } } }).totals
    .record;

it("counts the ranges of the weeks that an archive covers, as of then, at today's sizes", async () => {
  const env = await syncedFor(2);
  const whole = await carry(["status", "--json"], { env });
  expect(whole.code).toBe(0);
  const { held, of, weeks } = recordIn(whole.stdout);
  expect(weeks).toBe(4); // each with 30 of the 55 days before its end
  const alone = recordIn((await carry(["list", "--view", "funding", "--json"], { env })).stdout);
  expect(alone.weeks).toBe(1);
  expect([held > alone.held, of > alone.of, of <= alone.of * weeks]).toEqual([true, true, true]);
  const { stdout } = await carry(["status"], { env });
  const share = Math.round((held * 100) / of);
  expect(stdout).toContain(`${weeks} weeks: such ranges held for ${share} %`);
});
