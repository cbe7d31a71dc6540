import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { openArchive } from "../../../src/archive/archive.js";
import { LEGS, POSITIONS, SNAPSHOTS } from "../../../src/archive/tables.js";
import { storeAt, toFirstLayout } from "../../archive/temp-archive.js";
import { point, rowsOf, scripted } from "../../commands/archive-service.js";
import { NOW } from "../../support/now.js";
import { PORTFOLIO, performance, position } from "../../support/records.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** An archive of an earlier carry, with snapshots of two portfolios. */
async function old() {
  const scene = await scripted({
    events: [point(NOW - DAY)],
    positions: [position(1, { performance: performance() })],
  });
  const other = PORTFOLIO.replace(/^./, "0");
  for (const portfolio of [PORTFOLIO, other, PORTFOLIO]) {
    await scene.sync("7", "--portfolio", portfolio);
    scene.service.now += HOUR;
  }
  toFirstLayout(scene.directory);
  const digest = async () =>
    JSON.parse((await scene.archive(["verify", "--digest", "-o", "json"])).stdout).digest;
  const files = (pattern: RegExp) =>
    readdirSync(scene.directory, { recursive: true, encoding: "utf8" }).filter((it) =>
      pattern.test(it),
    );
  return { ...scene, other, digest, files };
}

const FIRST = /^(positions|legs|snapshots)\/month=.*\.parquet$/;
const OWN = /\/portfolio=[^/]+\/month=.*\.parquet$/;

it("an archive of the first layout is read, synced and compacted without loss", async () => {
  const { service, directory, archive, sync, digest, files } = await old();
  expect([files(FIRST).length, files(OWN).length]).toEqual([9, 0]);
  const before = await digest();
  expect((await archive(["verify"])).code).toBe(0);
  const rows = await rowsOf(directory, POSITIONS);
  service.now = NOW + 35 * DAY;
  await archive(["compact"]);
  expect([files(FIRST).length, files(OWN).length]).toEqual([0, 6]);
  expect(await digest()).toEqual(before);
  expect(await rowsOf(directory, POSITIONS)).toEqual(rows);
  expect((await openArchive(await storeAt(directory))).identity.format).toBe(2);
  expect((await sync("7")).code).toBe(0);
  expect((await archive(["verify"])).code).toBe(0);
});

it("commands read the snapshots of both layouts as those of one archive", async () => {
  const { archive, sync, other, files } = await old();
  await sync("7");
  expect([files(FIRST).length, files(OWN).length]).toEqual([9, 3]);
  const { portfolios } = JSON.parse((await archive(["status", "-o", "json"])).stdout);
  const counts = portfolios.map((it: Record<string, unknown>) => [it.portfolio_id, it.snapshots]);
  expect(Object.fromEntries(counts)).toEqual({ [other]: 1, [PORTFOLIO]: 3 });
  const { stdout } = await archive(["export", "snapshots", "-o", "ndjson"]);
  expect(stdout.trim().split("\n")).toHaveLength(4);
});

it("what is private is forgotten in both layouts", async () => {
  const { directory, archive, sync, other } = await old();
  await sync("7");
  expect((await archive(["forget", "--portfolio", PORTFOLIO])).code).toBe(0);
  for (const table of [SNAPSHOTS, POSITIONS, LEGS]) {
    const owners = (await rowsOf(directory, table)).map((row) => row.portfolio_id);
    expect(new Set(owners)).toEqual(new Set([other]));
  }
});

it("days of this month that are over are moved to the portfolios, too", async () => {
  const { service, archive, digest, files } = await old();
  const before = await digest();
  service.now = NOW + 2 * DAY;
  await archive(["compact", "--days"]);
  expect([files(FIRST).length, files(OWN).length]).toEqual([0, 6]);
  expect(await digest()).toEqual(before);
});
