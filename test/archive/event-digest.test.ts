import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { batchOf } from "../../src/archive/parquet/batch.js";
import { contentOf } from "../../src/archive/read/current-events.js";
import { digestAt, digestOf } from "../../src/archive/sync/event-digest.js";
import { FUNDING, type FundingRow } from "../../src/archive/tables.js";
import { NOW } from "../support/now.js";
import { fundingRow } from "./temp-archive.js";

const text = fc.option(fc.oneof(fc.constantFrom("", "0.1", "0.10", "\u0000"), fc.string()), {
  nil: null,
});
const row = fc
  .record({
    funding_time: fc.constantFrom(NOW, NOW + 1, NOW + 2 ** 32, -NOW),
    funding_time_text: text,
    funding_rate: text,
    mark_price: text,
    funding_interval: fc.constantFrom(null, 0, 1, 8),
    seen_at: fc.constantFrom(NOW, NOW + 5),
    raw: text,
  })
  .map(fundingRow);

describe("the digest of an event", () => {
  it("is equal exactly for rows with equal texts, whatever their order and when they were seen", () => {
    const few = fc.array(row, { minLength: 1, maxLength: 2 });
    const pairs = fc.oneof(
      fc.tuple(few, few),
      row.map((it): [FundingRow[], FundingRow[]] => [[it], [it, it]]),
      few.map((rows): [FundingRow[], FundingRow[]] => [
        rows,
        rows.toReversed().map((it) => ({ ...it, seen_at: NOW + 9 })),
      ]),
      fc
        .tuple(few, row)
        .map(([rows, { funding_rate, raw }]): [FundingRow[], FundingRow[]] => [
          rows,
          rows.map((it) => ({ ...it, funding_rate, raw })),
        ]),
    );
    fc.assert(
      fc.property(pairs, ([one, other]) => {
        const contents = (rows: readonly FundingRow[]) => [...new Set(rows.map(contentOf))].sort();
        const isSame = contents(one).join("\n") === contents(other).join("\n");
        const digest = (rows: readonly FundingRow[]) =>
          digestOf(rows.map((_, index) => digestAt(batchOf(FUNDING, rows), index)));
        expect(digest(one) === digest(other)).toBe(isSame);
      }),
      { numRuns: 3000 },
    );
  });
});
