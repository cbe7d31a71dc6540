import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { wordOfEntry } from "./entry-name.js";
import { finishedName } from "./private-file.js";

/** Removes entries of a directory, the oldest first, until at most `most` are left. */
export function forgetOldest(directory: string, most: number): void {
  try {
    const names = readdirSync(directory).filter(isOurs);
    if (names.length <= most) return;
    const byAge = names
      .map((name) => join(directory, name))
      .map((path) => ({ path, time: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .sort((a, b) => a.time - b.time);
    for (const { path } of byAge.slice(0, names.length - most)) rmSync(path, { force: true });
  } catch {
    // a later write removes them
  }
}

/** Reports whether a file is an entry, or an unfinished one of a killed process. */
function isOurs(name: string): boolean {
  return wordOfEntry(finishedName(name)) !== undefined;
}
