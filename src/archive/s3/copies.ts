import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { BOUNDS } from "../../base/bounds.js";
import { orElse } from "../../base/or-else.js";
import { digestOf } from "../../storage/entry-name.js";
import { readPrivateBytes, removeFile, writePrivate } from "../../storage/private-file.js";
import { readDataName } from "../names.js";
import type { ArchiveStore } from "../store.js";
import { TABLES, type Table } from "../tables.js";

/** Where copies of the files of buckets are kept. */
export interface CopyOptions {
  /** Directory of the copies of all archives. */
  readonly directory: string;
  /** Maximum bytes of all of them; the oldest are forgotten first. */
  readonly bytes: number;
  /** Whether private tables are copied too. */
  readonly isPrivate: boolean;
}

/** Bytes of the digest with which a copy begins: what a crash left incomplete is no copy. */
const DIGEST_BYTES = 32;

/**
 * Returns a store that reads each data file of a bucket once, since none is ever changed. A copy counts if
 * it has the length of the last listing. Copies of files that are no longer listed are removed. A directory
 * that cannot be used acts as an empty one.
 */
export function withCopies(store: ArchiveStore, options: CopyOptions): ArchiveStore {
  const { directory, bytes: most, isPrivate } = options;
  const own = `${digestOf(store.url ?? store.where)}-`;
  const fileOf = (name: string) => own + name.replaceAll("/", "~");
  const pathOf = (name: string) => join(directory, fileOf(name));
  const tables: Readonly<Record<string, Table>> = TABLES;
  const isCopied = (name: string) => {
    const table = tables[readDataName(name)?.table ?? ""];
    return table !== undefined && (isPrivate || table.isPrivate !== true);
  };
  const sizes = new Map<string, number>(); // as listed last
  let copied: Set<string> | undefined;
  const forgetUnlisted = (prefix: string, names: readonly string[]) => {
    copied ??= new Set(orElse(() => readdirSync(directory), []));
    const listed = new Set(names.filter(isCopied).map(fileOf));
    for (const file of copied) {
      if (!file.startsWith(fileOf(prefix)) || !file.endsWith(".parquet") || listed.has(file))
        continue;
      removeFile(join(directory, file));
      copied.delete(file);
    }
  };
  let room = 0; // bytes that may be written before the directory is looked at
  const copy = (name: string, bytes: Uint8Array) => {
    if (!isCopied(name) || bytes.length > most / 2) return;
    if (!writePrivate(pathOf(name), Buffer.concat([sha256(bytes), bytes]))) return;
    room -= bytes.length;
    if (room < 0) room = makeRoom(directory, most);
  };
  return {
    ...store,
    async list(prefix) {
      const objects = await store.list(prefix);
      for (const name of sizes.keys()) if (name.startsWith(prefix)) sizes.delete(name);
      for (const { name, size } of objects) sizes.set(name, size);
      forgetUnlisted(
        prefix,
        objects.map(({ name }) => name),
      );
      return objects;
    },
    async read(name) {
      const size = sizes.get(name);
      if (size === undefined || !isCopied(name)) return store.read(name);
      const found = readCopy(pathOf(name), size);
      if (found !== undefined) return found;
      const bytes = await store.read(name);
      if (bytes?.length === size) copy(name, bytes);
      return bytes;
    },
    async create(name, bytes) {
      const isNew = await store.create(name, bytes);
      if (isNew) copy(name, bytes);
      return isNew;
    },
    async remove(names) {
      for (const name of names) removeFile(pathOf(name));
      await store.remove(names);
    },
  };
}

function readCopy(path: string, size: number): Uint8Array | undefined {
  const whole = readPrivateBytes(path, BOUNDS.archive.objectBytes + DIGEST_BYTES);
  if (whole?.length !== size + DIGEST_BYTES) return undefined;
  const bytes = whole.subarray(DIGEST_BYTES);
  return sha256(bytes).equals(whole.subarray(0, DIGEST_BYTES)) ? bytes : undefined;
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}

/** Removes the copies of the files of all buckets; leaves other files alone. */
export function removeCopies(directory: string): void {
  for (const name of orElse(() => readdirSync(directory), [])) {
    if (/^[0-9a-f]{8}-.*\.parquet/.test(name)) removeFile(join(directory, name));
  }
}

/** Removes the oldest files where there are more bytes than `most`. @returns how many more there may be */
function makeRoom(directory: string, most: number): number {
  const files = orElse(() => readdirSync(directory), []).flatMap((name) => {
    const path = join(directory, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats === undefined ? [] : [{ path, size: stats.size, time: stats.mtimeMs }];
  });
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (total <= most) return most - total;
  let left = total;
  for (const { path, size } of files.sort((a, b) => a.time - b.time)) {
    if (left <= (most / 8) * 7) break; // more than necessary, for the next files
    removeFile(path);
    left -= size;
  }
  return most - left;
}
