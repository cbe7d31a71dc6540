import { describe, expect, it } from "vitest";
import { append } from "../../src/archive/archive.js";
import { scanRows } from "../../src/archive/read/scan.js";
import { FUNDING, type FundingRow, MARKETS } from "../../src/archive/tables.js";
import { NOW } from "../support/now.js";
import { randomOf } from "../support/random.js";
import { fundingRow, tempArchive } from "./temp-archive.js";

describe("rows that are written to files", () => {
  it("are read back as they were, whatever is missing and however long the texts are", async () => {
    const archive = await tempArchive();
    const { below, chance } = randomOf(3);
    const text = () => "ab€\u0000😀".repeat(below(40));
    const rows: FundingRow[] = Array.from({ length: 12_000 }, (_, at) =>
      fundingRow({
        market_id: 1 + Math.floor(at / 3000),
        funding_time: NOW - (at % 3000) * 60_000,
        funding_time_text: chance(10) ? text() : null,
        funding_rate: chance(5) ? null : `-0.${below(1e9)}`,
        mark_price: chance(5) ? null : `${below(1e9)}.50`,
        funding_interval: chance(10) ? null : below(2 ** 31),
        raw: chance(3) ? text() : null,
      }),
    );
    await append(archive, FUNDING, rows);
    const found: FundingRow[] = [];
    for await (const row of scanRows(archive.store, FUNDING)) found.push(row);
    const order = (a: FundingRow, b: FundingRow) =>
      a.market_id - b.market_id || a.funding_time - b.funding_time;
    expect(found.sort(order)).toEqual(rows.sort(order));
  });

  it("may be 80 of 2 MiB of text", async () => {
    const archive = await tempArchive();
    const rows = Array.from({ length: 80 }, (_, at) => ({
      market_id: at + 1,
      seen_at: NOW,
      raw: String.fromCharCode(33 + at).repeat(2 * 1024 * 1024),
    }));
    await append(archive, MARKETS, rows);
    let found = 0;
    for await (const row of scanRows(archive.store, MARKETS)) {
      expect(row.raw === rows[row.market_id - 1]?.raw).toBe(true);
      found++;
    }
    expect(found).toBe(80);
  });
});
