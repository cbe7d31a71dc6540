import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeDirectory } from "../config/make-directory.js";
import { entryName, wordOfEntry } from "./entry-name.js";

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
 * One file an answer, written under another name and then renamed, so that two commands at once
 * never see half of one. A cache that cannot be read or written is an empty one.
 */
export function createFileCache(directory: string): FileCache {
  return {
    read(url) {
      try {
        return parseEntry(readFileSync(join(directory, entryName(url)), "utf8"), url);
      } catch {
        return undefined;
      }
    },
    write(url, { body, storedAt }) {
      if (Buffer.byteLength(body) > MAX_BODY_BYTES) return;
      const path = join(directory, entryName(url));
      const temporary = `${path}.${process.pid}.tmp`;
      try {
        makeDirectory(directory, 0o700);
        const entry = { version: 1, stored_at: storedAt, key: url.href, body };
        writeFileSync(temporary, JSON.stringify(entry), { mode: 0o600 });
        renameSync(temporary, path);
        forgetOldest(directory);
      } catch {
        remove(temporary);
      }
    },
  };
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // `force` forgives a file that is not there, not a directory that is none
  }
}

function parseEntry(text: string, url: URL): CachedAnswer | undefined {
  const entry: unknown = JSON.parse(text);
  if (typeof entry !== "object" || entry === null) return undefined;
  const { version, key, body, stored_at: storedAt } = entry as Record<string, unknown>;
  if (version !== 1 || key !== url.href) return undefined;
  if (typeof body !== "string" || typeof storedAt !== "number") return undefined;
  return { body, storedAt };
}

function forgetOldest(directory: string): void {
  const names = readdirSync(directory).filter(isOurs);
  if (names.length <= MAX_ENTRIES) return;
  const byAge = names
    .map((name) => join(directory, name))
    .map((path) => ({ path, time: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => a.time - b.time);
  for (const { path } of byAge.slice(0, names.length - MAX_ENTRIES)) rmSync(path, { force: true });
}

/** Entries, also those that were being written when their process was killed. */
function isOurs(name: string): boolean {
  return wordOfEntry(name.replace(/\.\d+\.tmp$/, "")) !== undefined;
}
