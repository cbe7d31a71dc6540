import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, sep } from "node:path";

/**
 * Creates a directory and its parents. Node's own `recursive` never returns where a file system
 * answers "no such directory" below an existing one, as /proc does.
 * @param mode mode of every directory created
 * @returns whether the directory was created
 * @throws the system's error
 */
export function makeDirectory(path: string, mode: number): boolean {
  try {
    mkdirSync(path, { mode });
    return true;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === "EEXIST" && statSync(`${path}${sep}`).isDirectory()) return false; // a file: ENOTDIR
    const above = dirname(path);
    if (code !== "ENOENT" || above === path || existsSync(above)) throw error;
    makeDirectory(above, mode);
    mkdirSync(path, { mode });
    return true;
  }
}
