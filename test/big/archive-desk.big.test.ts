import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { SANDBOX_PORTFOLIOS } from "../../src/sandbox/portfolios.js";
import { startSandbox } from "../../src/sandbox/server.js";
import { storeAt, tempDirectory } from "../archive/temp-archive.js";
import { carry } from "../support/carry.js";
import { NOW } from "../support/now.js";
import { cephForFile, hasCeph } from "./ceph.js";

const HOUR = 3_600_000;
/** Days of the test: a month, `CARRY_TEST_DAYS=30`, takes a quarter of an hour. */
const DAYS = Number(process.env.CARRY_TEST_DAYS ?? 3);
/** From noon on to the first hours of a day, when those before are joined. */
const HOURS = DAYS * 24 - 12 + 2;
const PORTFOLIOS = SANDBOX_PORTFOLIOS.map(({ id }) => id).join();

describe.runIf(hasCeph)(`${DAYS} days of hourly syncs of five portfolios`, () => {
  const { newArchive, env: keys } = cephForFile();

  it("is few files, and in a bucket as fast as in a compacted directory, but for a second", async () => {
    let now = NOW;
    const sandbox = await startSandbox({ now: () => now, portfolios: 5 });
    onTestFinished(() => sandbox.close());
    const home = tempDirectory();
    const env = {
      CARRY_BASE_URL: sandbox.url,
      CARRY_API_KEY: sandbox.apiKey,
      CARRY_PORTFOLIO: PORTFOLIOS,
      CARRY_ACCEPT_CLOCK: "1",
      CARRY_CACHE_DIR: join(home, "cache"),
      CARRY_CONFIG_DIR: join(home, "config"),
    };
    const clock = { now: () => now, ofComputer: Date.now, elapsed: () => performance.now() };
    const run = async (where: string, ...argv: string[]) => {
      const surroundings = { env: { ...env, ...keys() }, clock };
      const outcome = await carry([...argv, "--archive", where], surroundings);
      expect(outcome).toMatchObject({ code: 0 });
      return outcome;
    };
    expect((await carry(["profile", "set", "archive-cache-private", "on"], { env })).code).toBe(0);
    const directory = join(tempDirectory(), "archive");
    for (let hour = 0; hour < HOURS; hour++) {
      await run(directory, "archive", "sync");
      now += HOUR;
    }
    const store = await storeAt(directory);
    expect((await store.list("")).length).toBeLessThan(200);
    expect(existsSync(join(directory, "syncing"))).toBe(true);
    const bucket = await newArchive();
    await run(directory, "archive", "copy", bucket);
    await run(directory, "archive", "compact", "--days");
    const looks = [
      ["archive", "status"],
      ["funding", "history", "1", "--start", "40d"],
      ["positions", "pnl", "--start", "20d"],
      ["archive", "sync"],
    ];
    for (const look of looks) await run(bucket, ...look);
    const timeOf = async (where: string, look: readonly string[]) => {
      now += 2 * 60_000; // a sync takes a snapshot again
      const begun = performance.now();
      await run(where, ...look);
      return performance.now() - begun;
    };
    /* The shorter of two: other work on this computer makes them longer. */
    const shortest = async (where: string, look: readonly string[]) =>
      Math.min(await timeOf(where, look), await timeOf(where, look));
    for (const look of looks) {
      const more = (await shortest(bucket, look)) - (await shortest(directory, look));
      expect(more, look.join(" ")).toBeLessThan(1_000);
    }
  }, 1_800_000);
});
