import { chmod, link, lstat, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf } from "../../storage/system-error.js";

/** Suffix of a file that is not finished. DuckDB's globs match `_x.parquet`, but not `x.parquet.tmp`. */
export const UNFINISHED = ".tmp";

/**
 * Writes a new file that is durable and whole as soon as its name exists: a temporary file, fsync, link to
 * the name, fsync of the directory.
 * @returns false when the name exists
 * @throws the system's error; no file of that name exists then
 */
export async function createFile(path: string, bytes: Uint8Array, mode: number): Promise<boolean> {
  return withTemporary(path, bytes, mode, async (temporary) => {
    try {
      await link(temporary, path);
    } catch (error) {
      const code = codeOf(error);
      if (code === "EEXIST") return false;
      if (code === "ENOENT" || code === "ENOSPC" || code === "EDQUOT") throw error;
      return renameNew(temporary, path); // a file system without hard links
    }
    await syncDirectory(dirname(path));
    return true;
  });
}

/** Replaces a file, or creates it, atomically and durably. @throws the system's error */
export async function replaceFile(path: string, bytes: Uint8Array, mode: number): Promise<void> {
  await withTemporary(path, bytes, mode, async (temporary) => {
    await rename(temporary, path);
    await syncDirectory(dirname(path));
  });
}

/** Makes the names in a directory durable. Windows has no such call, and needs none (NTFS logs it). */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } catch (error) {
    if (codeOf(error) !== "EINVAL") throw error; // not supported, as by some FUSE file systems
  } finally {
    await directory.close();
  }
}

/** Creates a directory and those above it, durably. @throws the system's error */
export async function makeDurableDirectory(path: string, mode: number): Promise<void> {
  const make = async () => {
    await mkdir(path, { mode: 0o700 });
    if (mode !== 0o700) await chmod(path, mode); // whatever the umask
  };
  try {
    await make();
  } catch (error) {
    const code = codeOf(error);
    if (code === "EEXIST") return;
    const above = dirname(path);
    if (code !== "ENOENT" || above === path) throw error;
    await makeDurableDirectory(above, mode);
    await make().catch((again: unknown) => {
      if (codeOf(again) !== "EEXIST") throw again;
    });
  }
  await syncDirectory(dirname(path));
}

/** Not atomic, but names of data files and leases are random: no other process creates the same. */
async function renameNew(temporary: string, path: string): Promise<boolean> {
  if ((await lstat(path).catch(() => undefined)) !== undefined) return false;
  await rename(temporary, path);
  await syncDirectory(dirname(path));
  return true;
}

async function withTemporary<T>(
  path: string,
  bytes: Uint8Array,
  mode: number,
  use: (temporary: string) => Promise<T>,
): Promise<T> {
  const temporary = `${path}.${crypto.randomUUID()}${UNFINISHED}`;
  try {
    const file = await open(temporary, "wx", 0o600);
    try {
      if (mode !== 0o600) await file.chmod(mode); // whatever the umask
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    return await use(temporary);
  } finally {
    await rm(temporary, { force: true }).catch(() => {});
  }
}
