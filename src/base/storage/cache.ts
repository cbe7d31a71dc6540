import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { BOUNDS } from "../bounds.js";
import { asRecord } from "../collections.js";
import { orElse } from "../functions.js";
import { readText } from "./read-file.js";
import { makeDirectory, temporaryOf } from "./write-file.js";

/*
 * Files that carry writes for itself and can do without: copies of public data, ids for completion.
 * They may be lost at any time, and nothing here throws.
 */

/** Reads such a file; undefined when it is missing or cannot be read. */
export function readCached(path: string): string | undefined {
  return orElse(() => readText(path, BOUNDS.file.own), undefined);
}

/**
 * Writes such a file (mode 0600) atomically, and its directory (mode 0700) if that is missing.
 * @returns false when it could not be written
 */
function writeCached(path: string, text: string): boolean {
  const temporary = temporaryOf(path);
  try {
    makeDirectory(dirname(path));
    writeFileSync(temporary, text, { mode: 0o600, flag: "wx" });
    renameSync(temporary, path);
    return true;
  } catch {
    removeCached(temporary);
    return false;
  }
}

/** Removes such a file. */
export function removeCached(path: string): void {
  // `force` ignores a missing file, but not a directory in its place.
  orElse(() => rmSync(path, { force: true }), undefined);
}

/**
 * Opens a directory with one file for each text, by its name. The first write removes what is beyond `most`
 * files, the oldest first, and what killed processes have begun; later ones are left to the next process.
 */
export function openCache(path: string, most: number) {
  let isTidy = false;
  return {
    read: (name: string): string | undefined => readCached(join(path, name)),
    write(name: string, text: string): void {
      if (!writeCached(join(path, name), text) || isTidy) return;
      isTidy = true;
      const files = orElse(() => readdirSync(path), []).map((file) => join(path, file));
      const entries = files.filter((file) => wordOfEntry(basename(file)) !== undefined);
      const begun = files.filter((file) => file.endsWith(".tmp"));
      const beyond = entries.length > most ? newestFirst(entries).slice(most) : [];
      for (const file of [...begun, ...beyond]) removeCached(file);
    },
  };
}

/** Sorts files by the time at which they were written. */
export function newestFirst(paths: readonly string[]): string[] {
  return paths
    .map((path) => ({ path, time: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.time - a.time)
    .map(({ path }) => path);
}

/** A response body with the time of its arrival. */
export interface CachedAnswer {
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly storedAt: number;
}

/** Maximum size of a stored body. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** Creates a cache of responses of public data in a directory, one for each URL. */
export function createAnswerCache(directory: string) {
  const files = openCache(directory, 32);
  return {
    read(url: URL): CachedAnswer | undefined {
      const entry: unknown = orElse(() => JSON.parse(files.read(entryName(url)) ?? ""), {});
      const { version, key, body, stored_at: storedAt } = asRecord(entry);
      if (version !== 1 || key !== url.href) return undefined;
      return typeof body === "string" && typeof storedAt === "number"
        ? { body, storedAt }
        : undefined;
    },
    write(url: URL, { body, storedAt }: CachedAnswer): void {
      if (Buffer.byteLength(body) > MAX_BODY_BYTES) return;
      const entry = { version: 1, stored_at: storedAt, key: url.href, body };
      files.write(entryName(url), JSON.stringify(entry));
    },
  };
}

/** Returns the last word of the path and a digest of the whole URL: `assets-1a2b3c4d.json`. */
export function entryName(url: URL): string {
  const word = /([\w-]+)\/?$/.exec(url.pathname)?.[1] ?? "answer";
  return `${word}-${digestOf(url.href)}.json`;
}

/** Returns the first word of an entry's file name; undefined for a file that is not an entry. */
export function wordOfEntry(file: string): string | undefined {
  return /^(.+)-[0-9a-f]{8}\.json$/.exec(file)?.[1];
}

/**
 * Returns the 32-bit FNV-1a (draft-eastlake-fnv) of a text as 8 hexadecimal digits. A stored file contains
 * its text, so texts with the same digest only overwrite each other. Loading Node's crypto takes 6 ms.
 */
export function digestOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
