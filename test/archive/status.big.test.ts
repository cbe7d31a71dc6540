import { expect, it } from "vitest";
import { appendRuns } from "../../src/archive/append.js";
import { batchOf } from "../../src/archive/parquet/batch.js";
import {
  COVERAGE,
  type CoverageRow,
  FUNDING,
  MARKETS,
  type Table,
} from "../../src/archive/tables.js";
import { runCarry } from "../support/process.js";
import { fundingRow, tempArchive } from "./temp-archive.js";

const DAY = 86_400_000;
const MARKET_IDS = Array.from({ length: 10_000 }, (_, index) => index + 1);

/** Months whose rows a compaction has joined, and days after them, of which each answer is there. */
const [MONTHS, DAYS] = [57, 115];

it("archive status holds little of five years of daily syncs of 10,000 markets", async () => {
  const archive = await tempArchive();
  const end = Date.UTC(2026, 5, 25);
  const write = <T extends Table>(table: T, rows: readonly object[]) =>
    appendRuns(archive, table, [
      { batch: batchOf(table, rows as never), from: 0, to: rows.length },
    ]);
  const rowOf = (id: number, seenAt: number): CoverageRow => ({
    ...{ market_id: id, range_start: seenAt - 4 * DAY, range_end: seenAt, seen_at: seenAt },
    ...{ events: 12, oldest: seenAt - 3 * DAY, newest: seenAt - DAY, first_seen_at: null },
    writer_version: null,
    request: `/v1/funding/history/${id}?resolution=event&start=2026-05-02T00:00:00Z`,
  });
  for (let month = MONTHS; month > 0; month--) {
    const start = Date.UTC(2026, 2 - month, 1);
    const joined = { range_end: start + 30 * DAY, seen_at: start + 30 * DAY, first_seen_at: start };
    await write(
      COVERAGE,
      MARKET_IDS.map((id) => ({ ...rowOf(id, start + id), ...joined })),
    );
  }
  for (let day = DAYS; day > 0; day--) {
    await write(
      COVERAGE,
      MARKET_IDS.map((id) => rowOf(id, end - day * DAY + id)),
    );
  }
  const events = MARKET_IDS.flatMap((id) =>
    Array.from({ length: 30 }, (_, day) =>
      fundingRow({ market_id: id, funding_time: Date.UTC(2026, 4, day + 1), seen_at: end }),
    ),
  );
  await write(FUNDING, events);
  const raw = JSON.stringify({ id: 1, symbol: "BTC-PERP", note: "x".repeat(300) });
  await write(
    MARKETS,
    MARKET_IDS.map((id) => ({ market_id: id, seen_at: end, raw })),
  );
  const measure = `process.on("exit", () => process.stderr.write(String(process.resourceUsage().maxRSS)))`;
  const { code, stdout, stderr } = await runCarry(["archive", "status", "-o", "csv"], {
    CARRY_ARCHIVE: archive.path,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(measure)}`,
  });
  expect(code).toBe(0);
  expect(stdout.trim().split("\n")).toHaveLength(MARKET_IDS.length + 1);
  const peak = Number(/(\d+)$/.exec(stderr)?.[1]) / 1024;
  expect(peak).toBeLessThan(200);
}, 600_000);
