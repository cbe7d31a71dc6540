import { join } from "node:path";
import { entryName } from "./entry-name.js";
import { forgetOldest } from "./forget-oldest.js";
import { readPrivate, writePrivate } from "./private-file.js";

/** An answer with the time it came. */
export interface CachedAnswer {
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly storedAt: number;
}

/** A store of public answers in a directory. */
export interface FileCache {
  read(url: URL): CachedAnswer | undefined;
  write(url: URL, answer: CachedAnswer): void;
}

/** Answers beyond this many are forgotten, the oldest first. */
const MAX_ENTRIES = 32;
/** A larger answer is not kept. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

/**
 * One file an answer. A cache that cannot be read or written, or that others may write, is an empty
 * one.
 */
export function createFileCache(directory: string): FileCache {
  return {
    read(url) {
      const text = readPrivate(join(directory, entryName(url)));
      return text === undefined ? undefined : parseEntry(text, url);
    },
    write(url, { body, storedAt }) {
      if (Buffer.byteLength(body) > MAX_BODY_BYTES) return;
      const entry = { version: 1, stored_at: storedAt, key: url.href, body };
      const isKept = writePrivate(join(directory, entryName(url)), JSON.stringify(entry));
      if (isKept) forgetOldest(directory, MAX_ENTRIES);
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
