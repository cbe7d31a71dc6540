import { expect, it } from "vitest";
import { append } from "../../../src/archive/append.js";
import { openArchive } from "../../../src/archive/archive.js";
import { dataFiles } from "../../../src/archive/names.js";
import { FUNDING } from "../../../src/archive/tables.js";
import { TIDY_LOCK } from "../../../src/archive/tidy/compact.js";
import { fundingRow, storeAt } from "../../archive/temp-archive.js";
import { point, scripted } from "../../commands/archive-service.js";
import { NOW } from "../../support/now.js";

const DAY = 86_400_000;

/** An archive with 60 small files of yesterday. */
async function crowded() {
  const scene = await scripted({ events: [point(NOW - 3 * DAY)] });
  await scene.sync("7", "--no-positions");
  scene.service.now += 2 * DAY;
  const archive = await openArchive(await storeAt(scene.directory));
  for (let index = 0; index < 60; index++) {
    const at = scene.service.now - DAY - index;
    await append(archive, FUNDING, [fundingRow({ funding_time: NOW, seen_at: at })]);
  }
  const files = async () => (await dataFiles(archive.store, "funding/month=2026-06/")).length;
  return { ...scene, store: archive.store, files };
}

it("a sync joins the small files of days that are over", async () => {
  const { sync, files } = await crowded();
  const { code, stderr } = await sync("7", "--no-positions", "-v");
  expect([code, await files()]).toEqual([0, 2]);
  expect(stderr).toContain("joined 60 small files of days that are over");
});

it("a sync leaves small files with --no-compact", async () => {
  const { sync, files } = await crowded();
  expect((await sync("7", "--no-positions", "--no-compact")).code).toBe(0);
  expect(await files()).toBe(60);
});

it("a sync that cannot join files says so with -v alone", async () => {
  const { sync, store, files } = await crowded();
  const release = await store.lock(TIDY_LOCK);
  expect(await sync("7", "--no-positions")).toMatchObject({ code: 0, stderr: "" });
  const { code, stderr } = await sync("7", "--no-positions", "-v");
  expect([code, await files()]).toEqual([0, 60]);
  expect(stderr).toContain("small files were not joined: another carry process");
  await release();
});
