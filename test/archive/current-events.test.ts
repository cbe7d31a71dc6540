import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { append } from "../../src/archive/archive.js";
import { monthsOf } from "../../src/archive/names.js";
import { type CurrentEvent, currentEvents } from "../../src/archive/read/current-events.js";
import { scanRows } from "../../src/archive/read/scan.js";
import { FUNDING, type FundingRow } from "../../src/archive/tables.js";
import { minuteOf } from "../../src/base/time/periods.js";
import { NOW } from "../support/now.js";
import { fundingRow, tempArchive } from "./temp-archive.js";

type TempArchive = Awaited<ReturnType<typeof tempArchive>>;

async function current(
  { store }: TempArchive,
  options: { readonly markets?: ReadonlySet<number> } = {},
): Promise<CurrentEvent[]> {
  const months = await monthsOf(store, FUNDING);
  const events: CurrentEvent[] = [];
  for await (const event of currentEvents(store, { months, ...options })) events.push(event);
  return events;
}

const rowsOf = (events: readonly CurrentEvent[]) => events.map(({ row }) => row);

describe("the current events", () => {
  it("are the rows as written, every text to the last zero", async () => {
    const archive = await tempArchive();
    const rows = [
      fundingRow({ funding_rate: "-0.000000000000000000010" }),
      fundingRow({ market_id: 2, funding_rate: null, mark_price: null, funding_interval: null }),
      fundingRow({
        market_id: 3,
        funding_time_text: "2026-05-31T10:00:00+02:00",
        raw: '{"x":"é"}',
      }),
      fundingRow({ market_id: Number.MAX_SAFE_INTEGER, mark_price: "1".repeat(5000) }),
    ];
    await append(archive, FUNDING, rows);
    expect(rowsOf(await current(archive))).toEqual(rows);
  });

  it("have the newest version of an event, also when its value became null", async () => {
    const archive = await tempArchive();
    const before = fundingRow();
    const corrected = fundingRow({ funding_rate: null, seen_at: NOW + 5 });
    await append(archive, FUNDING, [corrected]);
    await append(archive, FUNDING, [before]);
    expect(rowsOf(await current(archive))).toEqual([corrected]);
  });

  it("count rows of the same minute as one event, also across the end of a month", async () => {
    const archive = await tempArchive();
    const midnight = Date.parse("2026-06-01T00:00:00Z");
    const early = fundingRow({ funding_time: midnight - 20_000 });
    const late = fundingRow({ funding_time: midnight + 29_999, seen_at: NOW + 1 });
    const next = fundingRow({ funding_time: midnight + 30_000, seen_at: NOW });
    await append(archive, FUNDING, [early, next]);
    await append(archive, FUNDING, [late]);
    expect(rowsOf(await current(archive))).toEqual([late, next]);
    expect(await monthsOf(archive.store, FUNDING)).toEqual(["2026-06"]);
  });

  it("keep apart what one answer has in two ways", async () => {
    const archive = await tempArchive();
    const one = fundingRow({ funding_rate: "0.0002" });
    const other = fundingRow({ funding_rate: "0.0001" });
    await append(archive, FUNDING, [one, other, one]);
    const [event, ...more] = await current(archive);
    expect(more).toEqual([]);
    expect([event?.row, event?.others]).toEqual([other, [one]]);
  });

  it("are those of the markets that are wanted", async () => {
    const archive = await tempArchive();
    await append(
      archive,
      FUNDING,
      [1, 2, 3].map((market_id) => fundingRow({ market_id })),
    );
    const events = await current(archive, { markets: new Set([1, 3]) });
    expect(events.map(({ marketId }) => marketId)).toEqual([1, 3]);
  });

  it("are the same however the rows are spread over files", async () => {
    const rowIn = fc.record({
      market_id: fc.integer({ min: 1, max: 3 }),
      funding_time: fc.integer({ min: 0, max: 8 }).map((at) => NOW - at * 20_000),
      seen_at: fc.integer({ min: 0, max: 3 }).map((at) => NOW + at),
      funding_rate: fc.constantFrom("0.1", "0.2", null),
    });
    const files = fc.array(fc.array(rowIn, { maxLength: 12 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(files, async (parts) => {
        const archive = await tempArchive();
        for (const part of parts) await append(archive, FUNDING, part.map(fundingRow));
        const events = await current(archive);
        const all = parts.flat().map((row) => fundingRow(row));
        const newest = new Map<string, number>();
        const key = (row: FundingRow) => `${row.market_id} ${minuteOf(row.funding_time)}`;
        for (const row of all) {
          newest.set(key(row), Math.max(newest.get(key(row)) ?? 0, row.seen_at));
        }
        expect(new Set(events.map(({ row }) => key(row)))).toEqual(new Set(newest.keys()));
        expect(events).toHaveLength(newest.size);
        for (const { row } of events) expect(row.seen_at).toBe(newest.get(key(row)));
        const kept = [];
        for await (const row of scanRows(archive.store, FUNDING)) kept.push(row);
        const text = (rows: readonly FundingRow[]) => rows.map((it) => JSON.stringify(it)).sort();
        expect(text(kept)).toEqual(text(all));
      }),
      { numRuns: 30 },
    );
  });
});
