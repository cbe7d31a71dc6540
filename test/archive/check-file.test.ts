import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDataName } from "../../src/archive/names.js";
import { batchOf, compareRows } from "../../src/archive/parquet/batch.js";
import { createTableWriter } from "../../src/archive/parquet/write.js";
import { FUNDING, type FundingRow } from "../../src/archive/tables.js";
import { checkFile } from "../../src/archive/verify/check-file.js";
import { NOW } from "../support/now.js";
import { checkedByRow } from "./check-file.js";
import { fundingRow } from "./temp-archive.js";

const MONTH = Date.parse("2026-06-01T00:00:00Z");

const decimal = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("0.0001", "-12.50", null, "60000") },
  { weight: 1, arbitrary: fc.stringMatching(/^[+-]?0{0,3}\d{0,22}\.?\d{0,20}0{0,3}$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^\d\.?\d{0,3}[eE][+-]?\d{1,2}$/) },
  { weight: 1, arbitrary: fc.constantFrom("", ".", "-", "1.", ".5", "1 ", "é", "1e", "NaN") },
);

const row = fc
  .record({
    market_id: fc.integer({ min: 1, max: 3 }),
    funding_time: fc.integer({ min: -1, max: 500 }).map((at) => MONTH + at * 60_000 - 30_001),
    funding_rate: decimal,
    mark_price: decimal,
    seen_at: fc.oneof(
      { weight: 9, arbitrary: fc.constant(NOW) },
      { weight: 1, arbitrary: fc.constant(NOW + 1) },
    ),
  })
  .map(fundingRow);

/** Returns the bytes of a file with some row groups. */
async function written(groups: readonly (readonly FundingRow[])[]): Promise<Uint8Array> {
  const writer = await createTableWriter(FUNDING);
  for (const rows of groups) writer.write(batchOf(FUNDING, rows));
  return writer.finish();
}

describe("a file is checked column by column", () => {
  it("with the findings of a check row by row, in their order", async () => {
    const name = `funding/month=2026-06/${NOW}-1.parquet`;
    const known = readDataName(name) ?? expect.unreachable();
    const groups = fc.array(fc.array(row, { maxLength: 12 }), { minLength: 1, maxLength: 3 });
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(groups, fc.boolean(), async (parts, isSorted) => {
        const ordered = parts.flat().sort((a, b) => compareRows(FUNDING, a, b));
        const bytes = await written(isSorted ? [ordered] : parts);
        const { least: _, ...found } = await checkFile(FUNDING, name, known, bytes);
        expect(found).toEqual(await checkedByRow(name, known, bytes));
        for (const fault of found.faults) seen.add(fault);
        if (found.longDecimals > 0) seen.add("long");
        if (found.faults.length === 0) seen.add("none");
      }),
      { numRuns: 300 },
    );
    expect(seen.size).toBe(7); // every fault, long decimals, and none of all
  });
});
