import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Archive, createArchive } from "../../src/archive/archive.js";
import { openDirectory } from "../../src/archive/directory.js";
import type { FundingRow } from "../../src/archive/tables.js";
import { NOW } from "../support/now.js";

/** The service of the archives of tests. */
export const ORIGIN = "https://api.example.com";

/** Creates an empty directory, removed at the end of the test. */
export function tempDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), "carry-archive-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Creates an archive in a directory of its own. */
export async function tempArchive(
  path = join(tempDirectory(), "archive"),
): Promise<Archive & { readonly path: string }> {
  return { ...(await createArchive(openDirectory(path), ORIGIN, NOW)), path };
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
