import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinedBatch, type Run, rowAt } from "../../src/archive/parquet/batch.js";
import { answeredEvents } from "../../src/archive/sync/answered-events.js";
import { FUNDING, type FundingRow } from "../../src/archive/tables.js";
import { minuteOf } from "../../src/base/time/periods.js";
import type { Item } from "../../src/client/listing/item-pages.js";
import type { FundingEvent } from "../../src/client/resources/funding.js";
import { NOW } from "../support/now.js";

const event = fc.record({
  at: fc.integer({ min: 0, max: 400 }),
  text: fc.constantFrom("usual", "milliseconds", "Z"),
  funding_rate: fc.constantFrom("0.1", "0.10", "-0.2", null),
  mark_price: fc.constantFrom("1.5", null),
  funding_interval: fc.constantFrom(1, 8, null),
  isOdd: fc.boolean(),
});

describe("the rows of an answer", () => {
  it("are those of a plain reading, whatever the order and the minutes", () => {
    const answers = fc.oneof(
      fc.array(event, { maxLength: 12 }),
      fc
        .uniqueArray(event, { selector: ({ at }) => Math.floor(at / 4), maxLength: 12 })
        .map((all) => all.toSorted((a, b) => b.at - a.at)),
    );
    fc.assert(
      fc.property(answers, (all) => {
        const items = all.map(itemOf);
        const batch = answeredEvents(7, items, NOW);
        const rows = Array.from({ length: batch.length }, (_, at) => rowAt(FUNDING, batch, at));
        expect(rows).toEqual(plainRows(items));
      }),
      { numRuns: 500 },
    );
  });

  it("have each the time of another field where funding_time cannot be read", () => {
    const of = (time: string): Item<FundingEvent> => {
      const value = {
        ...{ funding_time: "?", funding_rate: "0.1", funding_interval: 8, mark_price: "1" },
        time,
      };
      return { value, source: JSON.stringify(value) };
    };
    const times = ["2026-05-31T08:00:00+00:00", "2026-05-31T00:00:00+00:00"];
    const batch = answeredEvents(7, times.map(of), NOW);
    const found = Array.from({ length: batch.length }, (_, at) => rowAt(FUNDING, batch, at));
    expect(found.map((it) => it.funding_time).sort()).toEqual(times.map(Date.parse).sort());
  });

  it("are joined to those of other markets without a change", () => {
    const parts = fc.array(fc.tuple(fc.array(event, { maxLength: 8 }), fc.nat(), fc.nat()), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(parts, (all) => {
        const runs = all.map(([events, a, b], market): Run<typeof FUNDING> => {
          const batch = answeredEvents(market, events.map(itemOf), NOW);
          const [from = 0, to = 0] = [a, b]
            .map((it) => it % (batch.length + 1))
            .sort((x, y) => x - y);
          return { batch, from, to };
        });
        const joined = joinedBatch(FUNDING, runs);
        const rows = runs.flatMap(({ batch, from, to }) =>
          Array.from({ length: to - from }, (_, at) => rowAt(FUNDING, batch, from + at)),
        );
        const found = Array.from({ length: joined.length }, (_, at) => rowAt(FUNDING, joined, at));
        expect(found).toEqual(rows);
      }),
    );
  });
});

/** Events 15 seconds apart, so that several are of a minute. */
function itemOf({
  at,
  text,
  isOdd,
  ...figures
}: typeof event extends fc.Arbitrary<infer E> ? E : never) {
  const iso = new Date(NOW - at * 15_000).toISOString();
  const seconds = iso.slice(0, "2026-05-31T08:00:00".length);
  const written = { usual: `${seconds}+00:00`, milliseconds: iso, Z: `${seconds}Z` }[text];
  const value = { funding_time: written, ...figures, ...(isOdd && { odd: 1 }) };
  return { value, source: JSON.stringify(value) } as Item<FundingEvent>;
}

/** Of each minute the rows with different texts, in the order of the answer, then by time. */
function plainRows(items: readonly Item<FundingEvent>[]): FundingRow[] {
  const rows: FundingRow[] = [];
  for (const { value, source } of items) {
    const time = Date.parse(value.funding_time);
    const row = {
      market_id: 7,
      funding_time: time,
      funding_time_text:
        value.funding_time === new Date(time).toISOString().replace(".000Z", "+00:00")
          ? null
          : value.funding_time,
      funding_rate: value.funding_rate,
      mark_price: value.mark_price,
      funding_interval: value.funding_interval,
      seen_at: NOW,
      raw: "odd" in value ? source : null,
    };
    const isThere = rows.some(
      (other) =>
        minuteOf(other.funding_time) === minuteOf(time) &&
        JSON.stringify(other) === JSON.stringify(row),
    );
    if (!isThere) rows.push(row);
  }
  return rows.sort((a, b) => a.funding_time - b.funding_time);
}
