import { join } from "node:path";
import { orElse } from "../base/or-else.js";
import { entryName } from "./entry-name.js";
import { openPrivateDirectory } from "./private-directory.js";

/** A response body with the time of its arrival. */
export interface CachedAnswer {
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly storedAt: number;
}

/*
 * Stores of public data, with one file for each URL. They may lose any file at any time, oldest first, and
 * never throw. A directory that cannot be used, or that other users can write to, acts as an empty one.
 */

/** Maximum size of a stored body. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** Creates a cache of responses in a directory. */
export function createFileCache(directory: string) {
  const files = openPrivateDirectory(directory, 32);
  return {
    read(url: URL): CachedAnswer | undefined {
      const { body, stored_at: storedAt } = entryOf(files.read(entryName(url)), url);
      if (typeof body !== "string" || typeof storedAt !== "number") return undefined;
      return { body, storedAt };
    },
    write(url: URL, { body, storedAt }: CachedAnswer): void {
      if (Buffer.byteLength(body) > MAX_BODY_BYTES) return;
      const entry = { version: 1, stored_at: storedAt, key: url.href, body };
      files.write(entryName(url), JSON.stringify(entry));
    },
  };
}

/**
 * Creates a store, in a folder of the cache directory, of what is known of each service, by its base URL.
 * @param pick reads what was written; undefined if it cannot be used
 */
function createServiceFiles<T extends object>(
  cache: string,
  folder: string,
  pick: (entry: Entry) => T | undefined,
) {
  const files = openPrivateDirectory(join(cache, folder), 32);
  return {
    read: (base: URL): T | undefined => pick(entryOf(files.read(entryName(base)), base)),
    write(base: URL, known: T): void {
      files.write(entryName(base), JSON.stringify({ version: 1, key: base.href, ...known }));
    },
  };
}

/** Creates such a store of prefixes of paths. */
export const createPathFiles = (cache: string) =>
  createServiceFiles(cache, "paths", ({ prefix }) =>
    typeof prefix === "string" ? { prefix } : undefined,
  );

/** Maximum size of a stored history. 33 days of hourly events are 120 KB. */
const MAX_HISTORY_BYTES = 512 * 1024;

/**
 * Creates a store, in the cache directory, of one history for each market. It has a directory of its own,
 * so that many markets do not push other entries out of the cache.
 */
export function createHistoryFiles(cache: string) {
  const files = openPrivateDirectory(join(cache, "settled"), 1024);
  return {
    read: (url: URL): string | undefined => files.read(entryName(url)),
    write(url: URL, text: string): void {
      if (Buffer.byteLength(text) <= MAX_HISTORY_BYTES) files.write(entryName(url), text);
    },
  };
}

type Entry = Readonly<Record<string, unknown>>;

/** Returns the members of the entry of a URL; none when it cannot be read. */
function entryOf(text: string | undefined, url: URL): Entry {
  const entry: Entry = orElse(() => ({ ...JSON.parse(text ?? "") }), {});
  return entry.version === 1 && entry.key === url.href ? entry : {};
}
