import { describe, expect, it } from "vitest";
import { append } from "../../src/archive/append.js";
import { type Archive, createArchive, openArchive } from "../../src/archive/archive.js";
import { coverageOf } from "../../src/archive/read/coverage.js";
import { scanRows } from "../../src/archive/read/scan.js";
import { wantedRows } from "../../src/archive/read/wanted-rows.js";
import { COVERAGE, type CoverageRow, FUNDING } from "../../src/archive/tables.js";
import { compactArchive } from "../../src/archive/tidy/compact.js";
import { copyArchive } from "../../src/archive/tidy/copy.js";
import { forgetRows } from "../../src/archive/tidy/forget.js";
import { verifyArchive } from "../../src/archive/verify/verify.js";
import { fundingRow, ORIGIN, storeAt, tempArchive, tempDirectory } from "./temp-archive.js";

const DAY = 86_400_000;
const MAY = Date.UTC(2026, 4, 1);
const day = (count: number) => MAY + count * DAY;

/** An answer of a day to another one, which came at its end; days of May. */
function answer(start: number, end: number, overrides: Partial<CoverageRow> = {}): CoverageRow {
  return {
    ...{ market_id: 1, range_start: day(start), range_end: day(end), seen_at: day(end) },
    ...{ events: 0, oldest: null, newest: null, request: `to ${end}`, first_seen_at: null },
    writer_version: null,
    ...overrides,
  };
}

async function recorded(rows: readonly CoverageRow[]): Promise<Archive> {
  const archive = await tempArchive();
  for (const row of rows) await append(archive, COVERAGE, [row]);
  return archive;
}

async function rowsIn({ store }: Archive): Promise<CoverageRow[]> {
  const rows: CoverageRow[] = [];
  for await (const row of scanRows(store, COVERAGE)) rows.push(row);
  return rows;
}

const compact = (archive: Archive, now = day(40), days = false) =>
  compactArchive(archive, { now, days, onProgress: () => {} });

const spansOf = async ({ store }: Archive, asOf?: number) =>
  (await coverageOf(store, day(40), asOf)).get(1)?.map(({ start, end }) => {
    return [(start - MAY) / DAY, (end - MAY) / DAY];
  });

describe("rows of coverage that touch", () => {
  it("are joined by a compaction, with the first and the last time of recording", async () => {
    const archive = await recorded([
      answer(0, 5, { events: 9, oldest: day(1), newest: day(4) }),
      answer(2, 6, { events: 3, oldest: day(4), newest: day(5) }),
      answer(6, 8),
      answer(9, 10),
      answer(7, 8, { market_id: 2 }),
    ]);
    const before = await spansOf(archive);
    await compact(archive);
    expect(await rowsIn(archive)).toEqual([
      answer(0, 8, { events: 9, oldest: day(1), newest: day(5), first_seen_at: day(5) }),
      answer(9, 10),
      answer(7, 8, { market_id: 2 }),
    ]);
    expect(await spansOf(archive)).toEqual(before);
  });

  it("are the same however often and of which days they were joined", async () => {
    const rows = Array.from({ length: 20 }, (_, index) => answer(index, index + 1.5));
    const [once, often] = [await recorded(rows), await recorded(rows)];
    await compact(once);
    for (const now of [3, 3, 9, 15]) await compact(often, day(now), true);
    await compact(often);
    expect(await rowsIn(often)).toEqual(await rowsIn(once));
    expect(await rowsIn(once)).toEqual([
      answer(0, 20.5, { first_seen_at: day(1.5), request: "to 20.5" }),
    ]);
  });

  /** Answers that are joined, the second one with an event. */
  async function joined() {
    const found = { events: 1, oldest: day(7.5), newest: day(7.5) };
    const archive = await recorded([answer(0, 5), answer(5, 8, found), answer(8, 12)]);
    await append(archive, FUNDING, [fundingRow({ funding_time: day(7.5), seen_at: day(8) })]);
    await compact(archive);
    return archive;
  }
  const cut = { seen_at: day(7.5), first_seen_at: day(5), request: "to 12" };

  it("count for --as-of up to the first answer, or the newest event recorded by then", async () => {
    const archive = await joined();
    expect(await spansOf(archive, day(4.9))).toBeUndefined();
    expect(await spansOf(archive, day(6))).toEqual([[0, 5]]);
    expect(await spansOf(archive, day(9))).toEqual([[0, 7.5]]);
    expect(await spansOf(archive, day(12))).toEqual([[0, 12]]);
    const rows = [];
    const wanted = wantedRows(archive.store, "coverage", { asOf: day(9) });
    for await (const row of wanted) rows.push(row);
    expect(rows).toEqual([answer(0, 7.5, cut)]);
  });

  it("lose what came after a time that is forgotten from, and keep what came before", async () => {
    const archive = await joined();
    expect(await forgetRows(archive, { after: day(9) })).toBe(1);
    expect(await rowsIn(archive)).toEqual([answer(0, 7.5, cut)]);
    expect(await verifyArchive(archive, () => {})).toMatchObject({ damaged: [], missing: [] });
  });

  it("leave what verify misses missing", async () => {
    const rows = [answer(0, 5, { events: 2, oldest: day(1), newest: day(4) }), answer(5, 6)];
    const archive = await recorded(rows);
    await compact(archive);
    expect((await verifyArchive(archive, () => {})).missing).toEqual([
      "market 1: 0 of 2 events from 2026-05-02T00:00:00Z to 2026-05-05T00:00:00Z",
    ]);
  });
});

it("a copy of an archive of the first layout becomes one of this with the files that need it", async () => {
  const archive = await recorded([answer(0, 5)]);
  const target = await storeAt(tempDirectory());
  await copyArchive({ ...archive, identity: { ...archive.identity, format: 1 } }, target, () => {});
  expect((await openArchive(target)).identity.format).toBe(1);
  await copyArchive(archive, target, () => {});
  expect((await openArchive(target)).identity).toEqual(archive.identity);
  expect((await createArchive(target, ORIGIN, MAY)).identity).toEqual(archive.identity);
});
