import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { type Archive, createArchive } from "../../src/archive/archive.js";
import { monthOf, newDataName } from "../../src/archive/names.js";
import { openStore } from "../../src/archive/open-store.js";
import { batchOf } from "../../src/archive/parquet/batch.js";
import { fileOf } from "../../src/archive/parquet/write.js";
import type { ArchiveStore } from "../../src/archive/store.js";
import { type FundingRow, type RowOf, SNAPSHOTS, type Table } from "../../src/archive/tables.js";
import { createSecrets } from "../../src/base/secrets.js";
import { systemClock } from "../../src/base/time/system-clock.js";
import { NOW } from "../support/now.js";

/** The service of the archives of tests. */
export const ORIGIN = "https://api.example.com";

/** Creates an empty directory, removed at the end of the test. */
export function tempDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), "carry-archive-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Opens a directory as a store. */
export function storeAt(path: string): Promise<ArchiveStore> {
  return openStore(path, {
    env: {},
    clock: systemClock,
    random: Math.random,
    signal: new AbortController().signal,
    secrets: createSecrets(),
  });
}

/** Creates an archive in a directory of its own. */
export async function tempArchive(
  path = join(tempDirectory(), "archive"),
): Promise<Archive & { readonly path: string }> {
  return { ...(await createArchive(await storeAt(path), ORIGIN, NOW)), path };
}

/**
 * Moves what is private of an archive to where it lay in the first layout, months of all portfolios together.
 * @param tables whose files are moved
 */
export function toFirstLayout(path: string, tables = ["positions", "legs", "snapshots"]): void {
  for (const name of readdirSync(path, { recursive: true, encoding: "utf8" })) {
    const [, table = "", rest = ""] =
      /^(\w+)\/portfolio=[^/]+\/(month=.*\.parquet)$/.exec(name) ?? [];
    if (!tables.includes(table)) continue;
    const target = join(path, table, rest);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    renameSync(join(path, name), target);
  }
  const file = join(path, "carry-archive.json");
  const { needs: _, ...identity } = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ ...identity, format: 1 }));
}

/** Writes an empty snapshot as a carry did that did not say how it is dated. */
export async function writeOldSnapshot({ store }: Archive, at: number): Promise<void> {
  const { dated: _, ...columns } = SNAPSHOTS.columns;
  const row = { portfolio_id: "p", snapshot_at: at, oldest_calculated_at: null };
  const rows = [{ ...row, positions: 0, position_ids: "[]" }];
  const old: Table = { ...SNAPSHOTS, columns };
  const name = newDataName(old, monthOf(at), at);
  await store.create(
    name,
    await fileOf(old, batchOf(old, rows as readonly object[] as readonly RowOf<Table>[])),
  );
}

/** Returns an event as a row. */
export function fundingRow(overrides: Partial<FundingRow> = {}): FundingRow {
  return {
    market_id: 1,
    funding_time: Date.parse("2026-05-31T08:00:00Z"),
    funding_time_text: null,
    funding_rate: "0.00010000",
    mark_price: "60000.10",
    funding_interval: 8,
    seen_at: NOW,
    raw: null,
    ...overrides,
  };
}
