import { type Archive, assertEmpty, findArchive, printIdentity, raiseFormat } from "../archive.js";
import { ArchiveError } from "../errors.js";
import { dataFiles, IDENTITY_NAME, prefixOf } from "../names.js";
import type { ArchiveStore, StoredObject } from "../store.js";
import { TABLE_NAMES, TABLES } from "../tables.js";

/** What was copied. */
export interface Copied {
  readonly files: number;
  readonly bytes: number;
  /** Files that were there already. */
  readonly present: number;
}

/** How often a table is listed again because files of it were compacted meanwhile. */
const MAX_LISTINGS = 20;

/**
 * Copies an archive byte for byte to an empty place, or completes a copy of it. Tables that complete others
 * are copied after them, so that an interrupted copy is a sound archive.
 * @throws {ArchiveError} when the target is something else, or has another file of the same name
 */
export async function copyArchive(
  from: Archive,
  to: ArchiveStore,
  onProgress: (files: number) => void,
): Promise<Copied> {
  if ((await findArchive(to, from.identity.origin)) === undefined) {
    await assertEmpty(to);
    await to.create(IDENTITY_NAME, printIdentity(from.identity));
  }
  await raiseFormat(to, from.identity);
  const total = { files: 0, bytes: 0, present: 0 };
  for (const table of TABLE_NAMES) {
    const there = new Map((await to.list(prefixOf(TABLES[table]))).map((it) => [it.name, it.size]));
    for (let listings = 0; ; listings++) {
      if (listings === MAX_LISTINGS) throw changesTooFast(from.store);
      const objects = await dataFiles(from.store, prefixOf(TABLES[table]));
      const isWhole = await copyObjects(from.store, to, objects, there, total, onProgress);
      if (isWhole) break;
    }
  }
  return total;
}

/** @returns false when one of the objects is gone */
async function copyObjects(
  from: ArchiveStore,
  to: ArchiveStore,
  objects: readonly StoredObject[],
  there: Map<string, number>,
  total: { files: number; bytes: number; present: number },
  onProgress: (files: number) => void,
): Promise<boolean> {
  let isWhole = true;
  for (const { name, size } of objects) {
    const known = there.get(name);
    if (known !== undefined && known !== size) throw differs(to, name);
    if (known !== undefined) {
      total.present++;
      continue;
    }
    const bytes = await from.read(name);
    if (bytes === undefined) {
      isWhole = false;
      continue;
    }
    if (bytes.length !== size) throw isCut(from, name, bytes.length, size);
    await to.create(name, bytes);
    there.set(name, bytes.length);
    total.files++;
    total.bytes += bytes.length;
    onProgress(total.files);
  }
  return isWhole;
}

function isCut({ where, url }: ArchiveStore, name: string, came: number, listed: number) {
  return new ArchiveError(
    url === undefined ? "archive" : "archive_unexpected",
    `${where} lists ${name} with ${listed} bytes and gives ${came}`,
    "try again; `carry archive verify` names what is damaged",
  );
}

function differs({ where }: ArchiveStore, name: string): ArchiveError {
  return new ArchiveError(
    "archive",
    `${where} has another file of the name ${name}`,
    "copy to an empty place",
  );
}

function changesTooFast({ where }: ArchiveStore): ArchiveError {
  return new ArchiveError(
    "archive",
    `the files of ${where} change faster than they can be copied`,
    "try again when no other carry writes to it",
  );
}
