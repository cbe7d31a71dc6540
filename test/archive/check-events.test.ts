import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { append } from "../../src/archive/append.js";
import { currentEvents } from "../../src/archive/read/current-events.js";
import { monthsOf } from "../../src/archive/read/load-month.js";
import { sameValues } from "../../src/archive/sync/correction.js";
import { COVERAGE, FUNDING } from "../../src/archive/tables.js";
import { checkEvents } from "../../src/archive/verify/check-events.js";
import { checkRecords } from "../../src/archive/verify/check-records.js";
import { createEventMinutes } from "../../src/archive/verify/event-minutes.js";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/base/time/periods.js";
import { NOW } from "../support/now.js";
import { fundingRow, tempArchive } from "./temp-archive.js";

const MIDNIGHT = Date.parse("2026-06-01T00:00:00Z");

/** Rows of few markets, minutes and answers, so that many of them meet. */
const row = fc
  .record({
    market_id: fc.integer({ min: 1, max: 3 }),
    funding_time: fc.integer({ min: -8, max: 8 }).map((at) => MIDNIGHT + (at * MINUTE_MS) / 3),
    funding_rate: fc.constantFrom("0.1", "0.10", "0.2", null),
    mark_price: fc.constantFrom("100", "1e2"),
    seen_at: fc.integer({ min: NOW, max: NOW + 2 }),
  })
  .map(fundingRow);

/** An answer of two events of which none is there. */
const answer = (market_id: number, seen_at: number) => ({
  market_id,
  range_start: NOW - 2 * DAY_MS,
  range_end: NOW,
  seen_at,
  events: 2,
  oldest: NOW - DAY_MS,
  newest: NOW,
  request: "/x",
});

describe("the answers that a verification reads", () => {
  it("lack events in the order of months, markets and times, whatever files they are in", async () => {
    const archive = await tempArchive();
    const [june, july] = [NOW + 20 * DAY_MS, NOW + 50 * DAY_MS];
    await append(archive, COVERAGE, [answer(3, june), answer(1, july), answer(10, june)]);
    await append(archive, COVERAGE, [answer(2, july), answer(4, june), answer(3, june - 1)]);
    await append(archive, FUNDING, [fundingRow({ market_id: 4, funding_time: NOW })]);
    const { missing } = await checkRecords(archive.store);
    const [from, to] = ["2026-05-31T12:00:00Z", "2026-06-01T12:00:00Z"];
    expect(missing).toEqual(
      ["3: 0", "3: 0", "4: 1", "10: 0", "1: 0", "2: 0"].map(
        (found) => `market ${found} of 2 events from ${from} to ${to}`,
      ),
    );
  });
});

describe("the events that a verification reads", () => {
  it("contradict themselves where the versions of each event do", async () => {
    const files = fc.array(fc.array(row, { minLength: 1, maxLength: 12 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(files, fc.constantFrom(0, undefined), async (groups, most) => {
        const archive = await tempArchive();
        for (const rows of groups) await append(archive, FUNDING, rows);
        const { contradictions, minutes } = await checkEvents(archive.store, new Map(), most);
        const months = await monthsOf(archive.store, FUNDING);
        const expected: { marketId: number; time: number }[] = [];
        const counts = new Map<number, number>();
        for await (const event of currentEvents(archive.store, { months })) {
          const { marketId, row: newest, others } = event;
          counts.set(marketId, (counts.get(marketId) ?? 0) + 1);
          if (others.every((other) => sameValues(newest, other))) continue;
          expected.push({ marketId, time: newest.funding_time });
        }
        expect(contradictions).toEqual(expected);
        for (const [id, count] of counts) expect(minutes.count(id, 0, NOW)).toBe(count);
      }),
      { numRuns: 30 },
    );
  }, 30_000);

  it.each(["replaced by another", "joined by another"])(
    "are all read when a file of a large month is %s meanwhile",
    async (change) => {
      const archive = await tempArchive();
      const rows = [0, 1, 2].map((hour) => fundingRow({ funding_time: NOW - hour * HOUR_MS }));
      const [name = ""] = await append(archive, FUNDING, rows);
      let reads = 0;
      const read: typeof archive.store.read = async (wanted) => {
        if (reads++ > 0) return archive.store.read(wanted);
        const bytes = (await archive.store.read(name)) ?? new Uint8Array();
        await archive.store.create(name.replace(/-\w+\.parquet$/, "-0.parquet"), bytes);
        if (change === "joined by another") return bytes;
        await archive.store.remove([name]);
        return undefined;
      };
      const { minutes } = await checkEvents({ ...archive.store, read }, new Map(), 0);
      expect(minutes.count(1, 0, NOW)).toBe(3);
      expect(reads).toBeGreaterThan(1);
    },
  );

  it("are counted in any range as one by one, regular or not", () => {
    const distances = fc.array(fc.oneof(fc.constantFrom(60, 480), fc.integer({ min: 1, max: 9 })));
    const places = fc.tuple(fc.integer({ min: -5, max: 2000 }), fc.integer({ min: -5, max: 2000 }));
    fc.assert(
      fc.property(fc.array(distances, { maxLength: 3 }), places, (markets, [from, to]) => {
        const minutes = createEventMinutes();
        const known = markets.map((steps) => {
          let at = 0;
          return steps.map((step) => {
            at += step;
            return at;
          });
        });
        for (const [id, all] of known.entries()) for (const at of all) minutes.add(id, at);
        for (const [id, all] of known.entries()) {
          const found = all.filter((at) => at >= from && at <= to).length;
          expect(minutes.count(id, from, Math.max(from - 1, to))).toBe(found);
        }
        expect(minutes.count(99, from, to)).toBe(0);
      }),
    );
  });
});
