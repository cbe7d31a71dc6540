import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { openArchive } from "../../src/archive/archive.js";
import { openDirectory } from "../../src/archive/directory.js";
import { verifyArchive } from "../../src/archive/status.js";
import { startSandbox } from "../../src/sandbox/server.js";
import { NOW } from "../support/now.js";
import { finish, startCarry } from "../support/process.js";
import { randomOf } from "../support/random.js";
import { archived, settled } from "./served.js";
import { tempDirectory } from "./temp-archive.js";

const MARKETS = [1, 2, 4, 5, 12];
const DAY = 86_400_000;
const KILLS = 20;
const SOUND = { damaged: [], missing: [], unknown: [], contradictions: [] };

/** Starts a service whose clock is moved, and returns how to sync an archive with it. */
async function scene() {
  let now = NOW;
  const sandbox = await startSandbox({ now: () => now });
  onTestFinished(() => sandbox.close());
  const path = join(tempDirectory(), "archive");
  const env = {
    CARRY_ACCEPT_CLOCK: "1",
    CARRY_BASE_URL: sandbox.url,
    CARRY_API_KEY: sandbox.apiKey,
    CARRY_PORTFOLIO: sandbox.portfolioId,
    CARRY_ARCHIVE: path,
  };
  return {
    path,
    start: () => startCarry(["archive", "sync", ...MARKETS.map(String)], env),
    open: () => openArchive(openDirectory(path)),
    pass: (ms: number) => {
      now += ms;
    },
    expected: () => settled(MARKETS, { start: NOW - 30 * DAY, end: now + 1 }),
  };
}

it(`loses nothing and leaves nothing half when sync and compaction are killed ${KILLS} times`, async () => {
  const { path, start, open, pass, expected } = await scene();
  const { below } = randomOf(11);
  expect(await finish(start())).toMatchObject({ code: 0 });
  pass(20 * DAY);
  const began = performance.now();
  expect(await finish(start())).toMatchObject({ code: 0 });
  const whole = performance.now() - began; // how long a sync takes on this machine
  let known = await archived((await open()).store);
  let interrupted = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    pass(DAY); // June ends, so that its files are joined; nothing is forgotten if every sync is killed
    const child = start();
    const ended = once(child, "close").then(([code]) => code as number | null);
    await setTimeout((whole * (20 + below(80))) / 100);
    child.kill("SIGKILL");
    if ((await ended) === null) interrupted++;
    rmSync(join(path, "compact.lock"), { force: true }); // void after 10 minutes
    const archive = await open();
    expect(await verifyArchive(archive)).toMatchObject(SOUND);
    const found = await archived(archive.store);
    for (const [key, values] of known) expect(found.get(key)).toBe(values);
    known = found;
  }
  expect(interrupted).toBeGreaterThan(KILLS / 4);
  expect(await finish(start())).toMatchObject({ code: 0 });
  const archive = await open();
  expect(await verifyArchive(archive)).toMatchObject(SOUND);
  expect(await archived(archive.store)).toEqual(expected());
  expect(existsSync(join(path, "compact.lock"))).toBe(false);
}, 300_000);

it("has every event once after three syncs at once", async () => {
  const { start, open, pass, expected } = await scene();
  for (let round = 0; round < 4; round++) {
    const outcomes = await Promise.all([start(), start(), start()].map((it) => finish(it)));
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0]);
    const archive = await open();
    expect(await verifyArchive(archive)).toMatchObject(SOUND);
    expect(await archived(archive.store)).toEqual(expected());
    pass(14 * DAY);
  }
}, 300_000);
