import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openArchive } from "../../src/archive/archive.js";
import { coverageOf } from "../../src/archive/read/coverage.js";
import { verifyArchive } from "../../src/archive/verify/verify.js";
import { point, scripted } from "../commands/archive-service.js";
import { NOW } from "../support/now.js";
import { runCarry, runShell } from "../support/process.js";
import { hasSmallDisk, mountSmallDisk } from "../support/small-disk.js";
import { archived } from "./served.js";
import { storeAt } from "./temp-archive.js";

const HOUR = 3_600_000;
const EVENTS = 700;
const MARKETS = 120;

/** Rates of a market, none like another, so that files do not shrink to nothing. */
function eventsOf(market: number): Record<string, unknown>[] {
  return Array.from({ length: EVENTS }, (_, at) =>
    point(NOW - (at + 1) * HOUR, { funding_rate: `0.${(market * 7919 + at * 104_729) ** 2}` }),
  );
}

const filesOf = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();

describe.runIf(hasSmallDisk)("a sync to a disk that fills up midway", () => {
  it("names it, leaves a sound archive, and loses nothing when there is space again", async () => {
    const disk = await mountSmallDisk(768);
    onTestFinished(() => disk.close());
    const directory = join(disk.path, "archive");
    const scene = await scripted({
      respond: ({ pathname }) => ({ data: eventsOf(Number(pathname.split("/").at(-1))) }),
    });
    const markets = Array.from({ length: MARKETS }, (_, at) => at + 1);
    const sync = (ids: readonly number[]) =>
      runCarry(["archive", "sync", ...ids.map(String), "--no-positions", "--archive", directory], {
        ...scene.env,
        CARRY_ACCEPT_CLOCK: "1",
      });
    expect(await sync([1])).toMatchObject({ code: 0, stderr: "" });
    const before = filesOf(directory).map((path) => [path, readFileSync(path, "base64")]);

    const { code, stdout, stderr } = await sync(markets);
    expect([code, stdout]).toEqual([9, ""]);
    expect(stderr).toMatch(/^error: cannot write the archive: .*the disk is full/);
    expect(stderr).toContain("hint: check the free space");
    const files = filesOf(directory);
    expect(files.filter((name) => name.endsWith(".tmp"))).toEqual([]);
    for (const [path = "", bytes] of before) expect(readFileSync(path, "base64")).toBe(bytes);

    const archive = await openArchive(await storeAt(directory));
    const sound = { damaged: [], missing: [], unknown: [], contradictions: [] };
    expect(await verifyArchive(archive, () => {})).toMatchObject(sound);
    const covered = (await coverageOf(archive.store, NOW)).size;
    expect(covered).toBeGreaterThan(1); // it was midway
    expect(covered).toBeLessThan(MARKETS);

    await disk.resize(64 * 1024);
    expect(await sync(markets)).toMatchObject({ code: 0, stderr: "" });
    expect(await verifyArchive(archive, () => {})).toMatchObject(sound);
    const expected = new Map(
      markets.flatMap((id) =>
        eventsOf(id).map(({ funding_time: time, funding_rate, mark_price, funding_interval }) => [
          `${id} ${Date.parse(String(time))}`,
          [funding_rate, mark_price, funding_interval].join(" "),
        ]),
      ),
    );
    expect(await archived(archive.store)).toEqual(expected);
  }, 60_000);
});

it.skipIf(process.platform === "win32")(
  "a file that may not grow is an error that names it, and nothing half is left",
  async () => {
    const { directory, env, sync } = await scripted({ events: [point(NOW - 24 * HOUR)] });
    await sync("7");
    const before = filesOf(directory);
    /* No file may have more than 512 bytes: the rows of an answer have more. */
    const line = `ulimit -f 1; carry archive sync 1 2 3 --no-positions --archive ${directory}`;
    const { code, stderr } = await runShell(line, {
      ...env,
      CARRY_ACCEPT_CLOCK: "1",
      CARRY_RETRIES: "0",
    });
    expect(code).toBe(9);
    expect(stderr).toMatch(/cannot write the archive: .*the file would exceed the maximum/);
    expect(filesOf(directory)).toEqual(before);
    expect((await sync("1", "2", "3", "--no-positions")).code).toBe(0);
  },
);
