import { describe, expect, it } from "vitest";
import { append } from "../../src/archive/append.js";
import { type Archive, createArchive } from "../../src/archive/archive.js";
import { dataFiles } from "../../src/archive/names.js";
import { scanRows } from "../../src/archive/read/scan.js";
import { COVERAGE, FUNDING, type FundingRow } from "../../src/archive/tables.js";
import { compactArchive, joinDays, TIDY_LOCK } from "../../src/archive/tidy/compact.js";
import { NOW } from "../support/now.js";
import { s3Server } from "./s3-server.js";
import { storeAt as bucketAt } from "./s3-stores.js";
import { fundingRow, ORIGIN, tempArchive } from "./temp-archive.js";

const [HOUR, DAY] = [3_600_000, 86_400_000];
const standing = () => 0;

/** Records an event an hour for some days, one file each, the last at the given time. */
async function recordHourly(archive: Archive, hours: number, until = NOW): Promise<void> {
  for (let hour = hours - 1; hour >= 0; hour--) {
    const at = until - hour * HOUR;
    await append(archive, FUNDING, [fundingRow({ funding_time: at, seen_at: at })]);
  }
}

async function rowsIn({ store }: Archive): Promise<FundingRow[]> {
  const rows: FundingRow[] = [];
  for await (const row of scanRows(store, FUNDING)) rows.push(row);
  return rows;
}

const filesIn = async ({ store }: Archive) => (await dataFiles(store)).length;

describe("small files of days that are over", () => {
  it("are joined within the month when a table has more than 50, and those of today stay", async () => {
    const archive = await tempArchive();
    const noon = Date.UTC(2026, 4, 20, 12); // 12 files of today, from 01:00 on
    await recordHourly(archive, 72, noon);
    const rows = await rowsIn(archive);
    expect(await joinDays(archive, noon, standing)).toBe(59);
    expect(await filesIn(archive)).toBe(2 + 13);
    expect(await rowsIn(archive)).toEqual(rows);
    expect(await joinDays(archive, noon, standing)).toBe(0);
  });

  it("stay where a table has 50, whatever other tables have", async () => {
    const archive = await tempArchive();
    await recordHourly(archive, 50, NOW - 2 * DAY);
    const range = { range_start: NOW - DAY, range_end: NOW, events: 0, oldest: null, newest: null };
    const row = {
      market_id: 1,
      ...range,
      seen_at: NOW - 2 * DAY,
      first_seen_at: null,
      request: "",
    };
    await append(archive, COVERAGE, [row]);
    expect(await joinDays(archive, NOW, standing)).toBe(0);
  });

  it("are joined for five seconds at most, the others the next time", async () => {
    const archive = await tempArchive();
    await recordHourly(archive, 200, Date.UTC(2026, 4, 20, 23));
    const rows = await rowsIn(archive);
    let time = 0;
    const slow = () => (time += 1_500); // a call before each part, and one after
    expect(await joinDays(archive, Date.UTC(2026, 4, 21), slow)).toBe(100);
    expect(await filesIn(archive)).toBe(102);
    expect(await rowsIn(archive)).toEqual(rows);
    expect(await joinDays(archive, Date.UTC(2026, 4, 21), standing)).toBe(102);
    expect(await rowsIn(archive)).toEqual(rows);
  });

  it("stay, and nothing is written, where files may not be removed", async () => {
    const server = await s3Server({
      fault: ({ method, key }) =>
        method === "DELETE" && key.endsWith(".parquet")
          ? { status: 403, code: "AccessDenied" }
          : undefined,
    });
    const archive = await createArchive(bucketAt(server.url), ORIGIN, NOW);
    await recordHourly(archive, 60, Date.UTC(2026, 4, 20, 23));
    const before = [...server.objects.keys()];
    const joined = joinDays(archive, Date.UTC(2026, 4, 21), standing);
    await expect(joined).rejects.toMatchObject({ kind: "archive_refused" });
    expect([...server.objects.keys()]).toEqual(before);
  });

  it("stay at once while another process tidies", async () => {
    const archive = await tempArchive();
    await recordHourly(archive, 60, Date.UTC(2026, 4, 20, 23));
    const release = await archive.store.lock(TIDY_LOCK);
    const joined = joinDays(archive, Date.UTC(2026, 4, 21), standing);
    await expect(joined).rejects.toMatchObject({ kind: "archive_locked" });
    await release();
  });

  it("are joined to one by a compaction of days, and not by one of months", async () => {
    const archive = await tempArchive();
    const noon = Date.UTC(2026, 4, 20, 12);
    await recordHourly(archive, 48, noon);
    const rows = await rowsIn(archive);
    const options = { now: noon, onProgress: () => {} };
    expect(await compactArchive(archive, { ...options, days: false })).toEqual([]);
    expect(await compactArchive(archive, { ...options, days: true })).toEqual([
      expect.objectContaining({ table: "funding", month: "2026-05", files: 35, rows: 35 }),
    ]);
    expect(await filesIn(archive)).toBe(1 + 13);
    expect(await rowsIn(archive)).toEqual(rows);
  });
});
