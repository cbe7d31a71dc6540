import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Archive, createArchive } from "../../src/archive/archive.js";
import { openStore } from "../../src/archive/open-store.js";
import type { ArchiveStore } from "../../src/archive/store.js";
import type { FundingRow } from "../../src/archive/tables.js";
import { createSecrets } from "../../src/base/secrets.js";
import { systemClock } from "../../src/base/system-clock.js";
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
