import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { BOUNDS } from "../bounds.js";
import { groupBy } from "../collections.js";
import { orElse } from "../functions.js";
import { codeOf } from "./errors.js";
import { readText } from "./read-file.js";
import { makeDirectory } from "./write-file.js";

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
  const temporary = `${path}.${process.pid}${Math.trunc(Math.random() * 1e9)}.tmp`;
  try {
    create(temporary, text);
    renameSync(temporary, path);
    return true;
  } catch {
    removeFile(temporary);
    return false;
  }
}

function create(path: string, text: string): void {
  const write = () => writeFileSync(path, text, { mode: 0o600, flag: "wx" });
  try {
    write();
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    makeDirectory(dirname(path));
    write();
  }
}

/** Removes such a file, and its temporary files that killed processes have left. */
export function removeCached(path: string): void {
  removeFile(path);
  const directory = dirname(path);
  for (const name of orElse(() => readdirSync(directory), [])) {
    const isBegun = name.endsWith(".tmp") && finishedName(name) === basename(path);
    if (isBegun) removeFile(join(directory, name));
  }
}

/** Returns the name of a file without the suffix of a temporary one. */
function finishedName(name: string): string {
  return name.replace(/\.\d+\.tmp$/, "");
}

function removeFile(path: string): void {
  // `force` ignores a missing file, but not a directory in its place.
  orElse(() => rmSync(path, { force: true }), undefined);
}

/**
 * Opens a directory with one file for each text, by its name. It is listed for the first write only: doing so
 * for each of 400 markets took a twentieth of a first status. Files that other processes write meanwhile are
 * counted by the next process.
 * @param most number of files; the oldest are removed first
 */
export function openCache(path: string, most: number) {
  let entries: Map<string, readonly string[]> | undefined;
  return {
    read: (name: string): string | undefined => readCached(join(path, name)),
    write(name: string, text: string): void {
      entries ??= entriesOf(path);
      if (!writeCached(join(path, name), text)) return;
      for (const file of entries.get(name) ?? []) if (file !== name) removeFile(join(path, file));
      entries.set(name, [name]);
      if (entries.size <= most) return;
      removeOldest(path, most);
      entries = undefined;
    },
  };
}

/** Returns the files of each entry: its own, and the temporary ones that killed processes have left. */
function entriesOf(path: string): Map<string, readonly string[]> {
  const files = orElse(() => readdirSync(path), []);
  return groupBy(files.filter(isOfEntry), finishedName);
}

function isOfEntry(file: string): boolean {
  return wordOfEntry(finishedName(file)) !== undefined;
}

/** Removes the oldest entries, also unfinished ones of killed processes, until `most` are left. */
function removeOldest(directory: string, most: number): void {
  const names = orElse(() => readdirSync(directory), []).filter(isOfEntry);
  if (names.length <= most) return;
  const oldest = newestFirst(names.map((name) => join(directory, name))).slice(most);
  for (const path of oldest) removeFile(path);
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
      const entry = orElse(() => ({ ...JSON.parse(files.read(entryName(url)) ?? "") }), {});
      const {
        version,
        key,
        body,
        stored_at: storedAt,
      } = entry as Readonly<Record<string, unknown>>;
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

/** Maximum size of a stored history. 33 days of hourly events are 120 KB. */
const MAX_HISTORY_BYTES = 512 * 1024;

/**
 * Creates a store, in the cache directory, of one history for each market. It has a directory of its own,
 * so that many markets do not push other entries out of the cache.
 */
export function createHistoryCache(cache: string) {
  const files = openCache(join(cache, "settled"), 1024);
  return {
    read: (url: URL): string | undefined => files.read(entryName(url)),
    write(url: URL, text: string): void {
      if (Buffer.byteLength(text) <= MAX_HISTORY_BYTES) files.write(entryName(url), text);
    },
  };
}

/**
 * Returns the last word of the path and a digest of the whole URL: `assets-1a2b3c4d.json`.
 * @internal exported for tests
 */
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
