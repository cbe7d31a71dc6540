import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { openArchive } from "../../src/archive/archive.js";
import { coverageOf } from "../../src/archive/read/coverage.js";
import { verifyArchive } from "../../src/archive/verify/verify.js";
import { startSandbox } from "../../src/sandbox/server.js";
import { NOW } from "../support/now.js";
import { finish, startCarry } from "../support/process.js";
import { randomOf } from "../support/random.js";
import { archived, settled } from "./served.js";
import { storeAt, tempDirectory } from "./temp-archive.js";

const MARKETS = [1, 2, 4, 5, 12];
const HOUR = 3_600_000;
const KILLS = 50;

/** Waits until a directory has so many entries, unfinished files included, or a process has ended. */
async function grown(path: string, entries: number, hasEnded: () => boolean): Promise<void> {
  const count = () => (existsSync(path) ? readdirSync(path, { recursive: true }).length : 0);
  while (!hasEnded() && count() < entries) await setTimeout(1);
}

describe("archive sync that is killed at any moment", () => {
  it(`loses nothing and leaves nothing half, ${KILLS} times`, async () => {
    let now = NOW;
    const sandbox = await startSandbox({ now: () => now });
    onTestFinished(() => sandbox.close());
    const env = {
      CARRY_ACCEPT_CLOCK: "1",
      CARRY_BASE_URL: sandbox.url,
      CARRY_API_KEY: sandbox.apiKey,
      CARRY_PORTFOLIO: sandbox.portfolioId,
    };
    const path = join(tempDirectory(), "archive");
    const argv = ["archive", "sync", "--archive", path, ...MARKETS.map(String)];
    const { below } = randomOf(11);
    let known = new Map<string, string>();
    let interrupted = 0;
    for (let round = 0; round < KILLS; round++) {
      const entries = existsSync(path) ? readdirSync(path, { recursive: true }).length : 0;
      const child = startCarry(argv, env);
      let hasEnded = false;
      const ended = once(child, "close").then(([code]) => {
        hasEnded = true;
        return code as number | null;
      });
      await grown(path, entries + 1 + below(9), () => hasEnded);
      child.kill("SIGKILL");
      if ((await ended) === null) interrupted++;
      if (!existsSync(join(path, "carry-archive.json"))) continue;
      const archive = await openArchive(await storeAt(path));
      const verified = await verifyArchive(archive, () => {});
      expect(verified).toMatchObject({ damaged: [], missing: [], unknown: [], contradictions: [] });
      const found = await archived(archive.store);
      for (const [key, values] of known) expect(found.get(key)).toBe(values);
      known = found;
      const covered = await coverageOf(archive.store, now);
      if (covered.size === MARKETS.length) now += 9 * HOUR; // until then the first sync goes on
    }
    expect(interrupted).toBeGreaterThan(KILLS / 2);
    expect(await finish(startCarry(argv, env))).toMatchObject({ code: 0 });
    const { store } = await openArchive(await storeAt(path));
    const all = settled(MARKETS, { start: NOW - 30 * 24 * HOUR, end: now + 1 });
    expect(await archived(store)).toEqual(all);
  }, 300_000);
});
