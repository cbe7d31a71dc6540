import { ArchiveError } from "./errors.js";
import type { HoldClock } from "./local/hold-lock.js";
import type { ArchiveStore } from "./store.js";

/**
 * Opens the store of an archive: a directory, or a bucket for `s3://bucket/prefix`. Nothing is read
 * or created yet.
 * @throws {ArchiveError} for a place that cannot be one
 */
export async function openStore(where: string, clock: HoldClock): Promise<ArchiveStore> {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(where)) {
    throw new ArchiveError(
      "archive",
      `an archive cannot be kept at ${where}`,
      "name a directory with --archive",
    );
  }
  const { openDirectoryStore } = await import("./local/directory-store.js");
  return openDirectoryStore(where, clock);
}
