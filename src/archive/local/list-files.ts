import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../../storage/system-error.js";
import type { StoredObject } from "../store.js";
import { UNFINISHED } from "./write-file.js";

/** Name of a lock, or of a file that a process leaves beside one. */
const OF_LOCK = /^[\w-]+\.lock(\.|$)/;

/** Directory at the root of a file system, which only its administrator can read. */
const LOST = "lost+found";

/** Levels at which links are followed (table; month or portfolio); below, one could lead back up. */
const LINKED_LEVELS = 2;

/**
 * Lists the files below a directory whose path from there begins with a prefix, by name, without locks and
 * unfinished files. A directory on the first {@link LINKED_LEVELS} levels may be a link.
 * @param now this computer's time, milliseconds since the epoch
 * @throws the system's error
 */
export async function listFiles(
  root: string,
  prefix: string,
  now: number,
): Promise<StoredObject[]> {
  const found: StoredObject[] = [];
  const visit = async (directory: string, before: string): Promise<void> => {
    const entries = await entriesOf(directory, before.split("/").length <= LINKED_LEVELS);
    const below: Promise<void>[] = [];
    for (const { name, size, writtenAt } of entries) {
      const path = `${before}${name}`;
      if (size === undefined) {
        const isWanted = `${path}/`.startsWith(prefix) || prefix.startsWith(`${path}/`);
        if (isWanted && path !== LOST) below.push(visit(join(directory, name), `${path}/`));
      } else {
        const isLock = before === "" && OF_LOCK.test(name);
        if (!isLock && path.startsWith(prefix)) {
          found.push({ name: path, size, age: now - writtenAt });
        }
      }
    }
    await Promise.all(below);
  };
  const known = prefix.slice(0, prefix.lastIndexOf("/") + 1); // nothing else can have the prefix
  await visit(join(root, ...known.split("/")), known);
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A file with its size, or a directory without one. */
interface Entry {
  readonly name: string;
  readonly size: number | undefined;
  /** Milliseconds since the epoch. */
  readonly writtenAt: number;
}

/**
 * Returns the entries of a directory without unfinished files and broken links. When a file was removed
 * meanwhile, it reads the names again: the file that replaces it may have been created after they were read.
 */
async function entriesOf(directory: string, followsLinks: boolean): Promise<Entry[]> {
  for (;;) {
    const listed = (await ifThere(readdir(directory, { withFileTypes: true }))) ?? [];
    const finished = listed.filter(({ name }) => !name.endsWith(UNFINISHED));
    const looks = finished.map(async (entry): Promise<Entry | "removed" | undefined> => {
      const { name } = entry;
      if (entry.isDirectory()) return { name, size: undefined, writtenAt: 0 };
      const stats = await ifThere(stat(join(directory, name)));
      if (stats === undefined) return entry.isSymbolicLink() ? undefined : "removed";
      const { size, mtimeMs: writtenAt } = stats;
      if (!stats.isDirectory()) return { name, size, writtenAt };
      return followsLinks ? { name, size: undefined, writtenAt } : undefined;
    });
    const entries = await Promise.all(looks);
    if (entries.includes("removed")) continue;
    return entries.filter((it) => it !== undefined && it !== "removed");
  }
}

/** Resolves to undefined for a file or directory that does not exist. */
export async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}
