import { join } from "node:path";
import { entryName } from "./entry-name.js";
import { openPrivateDirectory } from "./private-directory.js";

/** A store of one text for each URL. It may lose any text at any time, and never throws. */
export interface HistoryFiles {
  read(url: URL): string | undefined;
  write(url: URL, text: string): void;
}

/** Maximum number of files; the oldest are removed first. */
const MAX_FILES = 1024;
/** Maximum size of a stored text. 33 days of hourly events are 120 KB. */
const MAX_BYTES = 512 * 1024;

/**
 * Creates a store with one file for each market. It has a directory of its own, so that many
 * markets do not push other entries out of the cache. A directory that cannot be used, or that
 * other users can write to, acts as an empty one.
 * @param cache the directory of the cache
 */
export function createHistoryFiles(cache: string): HistoryFiles {
  const files = openPrivateDirectory(join(cache, "settled"), MAX_FILES);
  return {
    read: (url) => files.read(entryName(url)),
    write(url, text) {
      if (Buffer.byteLength(text) > MAX_BYTES) return;
      files.write(entryName(url), text);
    },
  };
}
