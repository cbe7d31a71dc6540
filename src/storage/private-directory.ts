import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { groupBy } from "../base/group-by.js";
import { orElse } from "../base/or-else.js";
import { wordOfEntry } from "./entry-name.js";
import { finishedName, readPrivate, removeFile, writePrivate } from "./private-file.js";

/** Removes the oldest entries, also unfinished ones of killed processes, until `most` are left. */
function forgetOldest(directory: string, most: number): void {
  try {
    const names = readdirSync(directory).filter(isOfEntry);
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

/**
 * Opens a directory with one file for each text, by its name. It may lose any file at any time, and never
 * throws. It is listed for the first write only: doing so for each of 400 markets took a twentieth of a
 * first status. Files that other processes write meanwhile are counted by the next process. A directory
 * that cannot be used, or that other users can write to, acts as an empty one.
 * @param most number of files; the oldest are removed first
 */
export function openPrivateDirectory(path: string, most: number) {
  let entries: Map<string, readonly string[]> | undefined;
  return {
    read: (name: string): string | undefined => readPrivate(join(path, name)),
    write(name: string, text: string): void {
      entries ??= entriesOf(path);
      if (!writePrivate(join(path, name), text)) return;
      for (const file of entries.get(name) ?? []) if (file !== name) removeFile(join(path, file));
      entries.set(name, [name]);
      if (entries.size <= most) return;
      forgetOldest(path, most);
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
