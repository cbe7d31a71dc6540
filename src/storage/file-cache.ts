import { entryName } from "./entry-name.js";
import { openPrivateDirectory } from "./private-directory.js";

/** A response body with the time of its arrival. */
export interface CachedAnswer {
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly storedAt: number;
}

/** A directory of responses that contain no private data. */
export interface FileCache {
  read(url: URL): CachedAnswer | undefined;
  write(url: URL, answer: CachedAnswer): void;
}

/** Maximum number of entries; the oldest are removed first. */
const MAX_ENTRIES = 32;
/** Maximum size of a stored body. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

/**
 * Creates a cache with one file for each response. A directory that cannot be read or written, or
 * that other users can write to, acts as an empty cache.
 */
export function createFileCache(directory: string): FileCache {
  const files = openPrivateDirectory(directory, MAX_ENTRIES);
  return {
    read(url) {
      const text = files.read(entryName(url));
      return text === undefined ? undefined : parseEntry(text, url);
    },
    write(url, { body, storedAt }) {
      if (Buffer.byteLength(body) > MAX_BODY_BYTES) return;
      const entry = { version: 1, stored_at: storedAt, key: url.href, body };
      files.write(entryName(url), JSON.stringify(entry));
    },
  };
}

function parseEntry(text: string, url: URL): CachedAnswer | undefined {
  try {
    const { version, key, body, stored_at: storedAt } = JSON.parse(text) as Record<string, unknown>;
    if (version !== 1 || key !== url.href) return undefined;
    if (typeof body !== "string" || typeof storedAt !== "number") return undefined;
    return { body, storedAt };
  } catch {
    return undefined; // also JSON that is null
  }
}
