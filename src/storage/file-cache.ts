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

/** Creates a store, in the cache directory, of one prefix of paths for each service, by its base URL. */
export function createPathFiles(cache: string) {
  const files = openPrivateDirectory(join(cache, "paths"), 32);
  return {
    read(base: URL): string | undefined {
      const { prefix } = entryOf(files.read(entryName(base)), base);
      return typeof prefix === "string" ? prefix : undefined;
    },
    write(base: URL, prefix: string): void {
      files.write(entryName(base), JSON.stringify({ version: 1, key: base.href, prefix }));
    },
  };
}

/** Creates a store, in the cache directory, of the clock of each service, by its base URL. */
export function createClockFiles(cache: string) {
  const files = openPrivateDirectory(join(cache, "clocks"), 32);
  return {
    read(base: URL): { readonly service: number; readonly local: number } | undefined {
      const { service, local } = entryOf(files.read(entryName(base)), base);
      if (typeof service !== "number" || typeof local !== "number") return undefined;
      return { service, local };
    },
    write(
      base: URL,
      { service, local }: { readonly service: number; readonly local: number },
    ): void {
      files.write(entryName(base), JSON.stringify({ version: 1, key: base.href, service, local }));
    },
  };
}

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

/** Returns the members of the entry of a URL; none when it cannot be read. */
function entryOf(text: string | undefined, url: URL): Readonly<Record<string, unknown>> {
  const entry: Readonly<Record<string, unknown>> = orElse(
    () => ({ ...JSON.parse(text ?? "") }),
    {},
  );
  return entry.version === 1 && entry.key === url.href ? entry : {};
}
