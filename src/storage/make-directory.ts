import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a directory and those above it. Node's own `recursive` never ends where a file system
 * answers "no such directory" below one that is there, as /proc does.
 * @param mode of all that are made
 * @returns whether there was none before
 * @throws the system's error
 */
export function makeDirectory(path: string, mode: number): boolean {
  try {
    mkdirSync(path, { mode });
    return true;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === "EEXIST" && statSync(path).isDirectory()) return false;
    const above = dirname(path);
    if (code !== "ENOENT" || above === path || existsSync(above)) throw error;
    makeDirectory(above, mode);
    mkdirSync(path, { mode });
    return true;
  }
}
