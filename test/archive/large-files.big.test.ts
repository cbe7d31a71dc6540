import { randomBytes } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { append } from "../../src/archive/append.js";
import { scanRows } from "../../src/archive/read/scan.js";
import { FUNDING } from "../../src/archive/tables.js";
import { compactArchive } from "../../src/archive/tidy/compact.js";
import { verifyArchive } from "../../src/archive/verify/verify.js";
import { BOUNDS } from "../../src/base/bounds.js";
import { HOUR_MS } from "../../src/base/time/periods.js";
import { NOW } from "../support/now.js";
import { fundingRow, tempArchive } from "./temp-archive.js";

const MIB = 1 << 20;
const MONTH = "funding/month=2026-05";

describe("a month of long texts", () => {
  it("is compacted to files that a bucket may hold, and only once", async () => {
    const archive = await tempArchive();
    const begin = Date.parse("2026-05-01T00:00:00Z");
    for (let file = 0; file < 4; file++) {
      const rows = Array.from({ length: 40 }, (_, n) =>
        fundingRow({
          funding_time: begin + (file * 40 + n) * HOUR_MS,
          raw: randomBytes(MIB).toString("base64"),
        }),
      );
      await append(archive, FUNDING, rows);
    }
    const later = NOW + 40 * 24 * HOUR_MS;
    const sizes = () =>
      readdirSync(join(archive.path, MONTH)).map(
        (name) => statSync(join(archive.path, MONTH, name)).size,
      );
    expect(sizes().length).toBe(4);
    await append(archive, FUNDING, [fundingRow()]);
    await append(archive, FUNDING, [fundingRow({ market_id: 2 })]);
    expect(
      await compactArchive(archive, { now: later, days: false, onProgress: () => {} }),
    ).toHaveLength(1);
    const compacted = sizes();
    expect(compacted.length).toBe(3);
    expect(Math.max(...compacted)).toBeLessThan(BOUNDS.archive.objectBytes);
    expect(
      await compactArchive(archive, { now: later, days: false, onProgress: () => {} }),
    ).toEqual([]);
    let rows = 0;
    for await (const _ of scanRows(archive.store, FUNDING)) rows++;
    expect(rows).toBe(162);
    expect((await verifyArchive(archive, () => {})).damaged).toEqual([]);
  }, 180_000);
});
