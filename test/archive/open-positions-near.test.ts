import { describe, expect, it } from "vitest";
import { append } from "../../src/archive/append.js";
import { openPositionsNear } from "../../src/archive/read/open-positions-near.js";
import type { ArchiveStore } from "../../src/archive/store.js";
import { POSITIONS, type PositionRow, SNAPSHOTS } from "../../src/archive/tables.js";
import { compactArchive } from "../../src/archive/tidy/compact.js";
import { NOW } from "../support/now.js";
import { tempArchive } from "./temp-archive.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** An archive of snapshots with a position, named after its time, in each. */
async function recorded(times: readonly number[], portfolio_id = "p") {
  const archive = await tempArchive();
  const record = async (all: readonly number[], portfolio: string) => {
    for (const snapshot_at of all) {
      const of = { portfolio_id: portfolio, snapshot_at };
      const nothing = Object.fromEntries(Object.keys(POSITIONS.columns).map((key) => [key, null]));
      const open = { asset: "BTC", status: "open", position_id: String(snapshot_at) };
      await append(archive, POSITIONS, [{ ...nothing, ...open, ...of } as PositionRow]);
      const ids = { positions: 1, position_ids: "[]", dated: null, oldest_calculated_at: null };
      await append(archive, SNAPSHOTS, [{ ...of, ...ids }]);
    }
  };
  await record(times, portfolio_id);
  const opened: string[] = [];
  const read: ArchiveStore["read"] = (name) => {
    opened.push(name);
    return archive.store.read(name);
  };
  const near = (instant: number, portfolio = "p") =>
    openPositionsNear({ ...archive.store, read }, portfolio, instant, 2 * HOUR);
  return { archive, near, opened, record };
}

const hours = (count: number, from: number) =>
  Array.from({ length: count }, (_, at) => from + at * HOUR);

describe("the open positions of a snapshot near an instant", () => {
  it("are found by the names of files, of which two are opened", async () => {
    const { near, opened } = await recorded(hours(72, NOW - 3 * DAY));
    const found = await near(NOW - DAY + 10 * 60_000);
    expect(found?.at).toBe(NOW - DAY);
    expect(found?.rows.map((row) => row.position_id)).toEqual([String(NOW - DAY)]);
    expect(opened).toHaveLength(2);
  });

  it("are those of the last snapshot before where none is near, also of another month", async () => {
    const { near, opened } = await recorded([NOW - 40 * DAY, NOW - 39 * DAY, NOW - HOUR]);
    expect((await near(NOW - DAY))?.at).toBe(NOW - 39 * DAY);
    expect(opened.length).toBeLessThanOrEqual(4);
    expect((await near(NOW - 41 * DAY))?.rows).toBeUndefined();
  });

  it("are found in the joined file of a month that is over", async () => {
    const noon = Date.UTC(2026, 4, 31, 12);
    const { archive, near } = await recorded(hours(30, noon - DAY));
    const before = await near(noon - HOUR);
    await compactArchive(archive, { now: noon + DAY, days: false, onProgress: () => {} });
    expect(await near(noon - HOUR)).toEqual(before);
    expect(before?.at).toBe(noon - HOUR);
  });

  it("are those of a joined file rather than of an older one that ends before the instant", async () => {
    const noon = Date.UTC(2026, 4, 31, 12);
    const { archive, near, record } = await recorded(hours(30, noon - DAY));
    await compactArchive(archive, { now: noon + DAY, days: false, onProgress: () => {} });
    await record([noon - 4 * DAY], "p");
    expect((await near(noon - HOUR))?.at).toBe(noon - HOUR);
  });

  it("are looked for in a few files of a month alone for a portfolio that has none", async () => {
    const { near, opened, record } = await recorded(hours(48, NOW - 2 * DAY), "other");
    expect(await near(NOW - DAY)).toBeUndefined();
    expect(opened.length).toBeLessThanOrEqual(2 * 16);
    await record([NOW - DAY - HOUR], "p");
    expect((await near(NOW - DAY))?.at).toBe(NOW - DAY - HOUR);
  });
});
