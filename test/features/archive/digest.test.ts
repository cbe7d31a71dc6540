import { describe, expect, it } from "vitest";
import { append } from "../../../src/archive/append.js";
import { openArchive } from "../../../src/archive/archive.js";
import { scanRows } from "../../../src/archive/read/scan.js";
import { COVERAGE, FUNDING, SNAPSHOTS } from "../../../src/archive/tables.js";
import { fundingRow, storeAt, tempDirectory } from "../../archive/temp-archive.js";
import { point, rowsOf, scripted } from "../../commands/archive-service.js";
import { tempHome } from "../../settings/home.js";
import { carry } from "../../support/carry.js";
import { NOW } from "../../support/now.js";
import { performance, position } from "../../support/records.js";

const DAY = 86_400_000;
const positions = [position(1, { performance: performance() })];

/** An archive of a week of daily syncs, with a correction and an event at midnight. */
async function week() {
  const events = [point(NOW - DAY), point(Date.UTC(2026, 4, 31, 23, 59, 59))];
  const scene = await scripted({ events, positions });
  for (let day = 0; day < 7; day++) {
    scene.service.events = [point(NOW + day * DAY), ...scene.service.events];
    if (day === 3) scene.service.events.splice(2, 1, point(NOW, { funding_rate: "0.5" }));
    await scene.sync("7", "8");
    scene.service.now += DAY;
  }
  const digest = async (...argv: string[]) =>
    JSON.parse((await scene.archive(["verify", "--digest", "-o", "json", ...argv])).stdout).digest;
  return { ...scene, digest };
}

describe("archive verify --digest", () => {
  it("says rows, exact sum and digest of each month of each table", async () => {
    const { directory, archive } = await week();
    const { stdout } = await archive(["verify", "--digest", "-o", "csv"]);
    const [head, ...lines] = stdout.trim().split("\r\n");
    expect(head).toBe("table,month,rows,sum,sha256");
    expect(lines.map((line) => line.split(",").slice(0, 2).join(" "))).toEqual(
      expect.arrayContaining(["funding 2026-06", "coverage 2026-06", "snapshots 2026-06"]),
    );
    const own = await rowsOf(directory, FUNDING);
    const june = own.filter((row) => row.funding_time >= Date.UTC(2026, 5, 1) - 30_000);
    const sum = june.reduce((all, row) => all + Math.round(Number(row.funding_rate) * 1e4), 0);
    expect(lines.find((line) => line.startsWith("funding,2026-06"))).toContain(
      `funding,2026-06,${june.length},${sum / 1e4},`,
    );
    expect((await archive(["verify", "--digest"], { terminal: 200 })).stdout).toContain("sha256");
  });

  it("is equal after a compaction of days and of months, and for a copy", async () => {
    const { service, archive, digest } = await week();
    const before = await digest();
    expect(before.length).toBeGreaterThan(5);
    await archive(["compact", "--days"]);
    expect(await digest()).toEqual(before);
    service.now = NOW + 60 * DAY;
    await archive(["compact"]);
    expect(await digest()).toEqual(before);
    const copy = tempDirectory();
    await archive(["copy", copy]);
    expect(await digest("--archive", copy)).toEqual(before);
  });

  it("is another one with another row, and the same when a row is there twice", async () => {
    const { directory, digest } = await week();
    const before = await digest();
    const archive = await openArchive(await storeAt(directory));
    const [row] = await rowsOf(directory, FUNDING);
    await append(archive, FUNDING, [row ?? fundingRow()]);
    expect(await digest()).toEqual(before);
    await append(archive, FUNDING, [fundingRow({ market_id: 99, mark_price: "1.0" })]);
    expect(await digest()).not.toEqual(before);
  });
});

describe("who wrote a record", () => {
  it("is in snapshots, and the version alone in the public coverage", async () => {
    const { directory } = await week();
    const [snapshot] = await rowsOf(directory, SNAPSHOTS);
    expect(snapshot?.writer_host).toMatch(/./);
    expect(snapshot?.writer_user).toMatch(/./);
    expect(snapshot?.writer_version).toMatch(/^\d+\.\d+\.\d+/);
    const { store } = await openArchive(await storeAt(directory));
    for await (const row of scanRows(store, COVERAGE)) {
      expect(row.writer_version).toBe(snapshot?.writer_version);
      expect(JSON.stringify(row)).not.toContain(snapshot?.writer_host);
    }
  });

  it("is not recorded with archive-author off", async () => {
    const { directory, env } = await scripted({ positions });
    const home = tempHome();
    await carry(["profile", "set", "archive-author", "off"], { env: home.env });
    const argv = ["archive", "sync", "--archive", directory];
    await carry(argv, { env: { ...env, ...home.env } });
    expect(await rowsOf(directory, SNAPSHOTS)).toMatchObject([
      { writer_host: null, writer_user: null, writer_version: null },
    ]);
  });
});
