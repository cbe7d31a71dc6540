import { readdirSync } from "node:fs";
import { join } from "node:path";
import { wordOfEntry } from "./entry-name.js";
import { forgetOldest } from "./forget-oldest.js";
import { finishedName, readPrivate, removeFile, writePrivate } from "./private-file.js";

/** Texts by name, in a directory of carry. It may lose any of them at any time, and never throws. */
export interface PrivateDirectory {
  read(name: string): string | undefined;
  write(name: string, text: string): void;
}

/**
 * Opens a directory with one file for each text. It is listed for the first write only: to list it for
 * each of 400 markets took a twentieth of a first status. What other processes write meanwhile is
 * counted by the next process. A directory that cannot be used, or that other users can write to,
 * acts as an empty one.
 * @param most number of files; the oldest are removed first
 */
export function openPrivateDirectory(path: string, most: number): PrivateDirectory {
  let entries: Map<string, readonly string[]> | undefined;
  return {
    read: (name) => readPrivate(join(path, name)),
    write(name, text) {
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
  const entries = new Map<string, readonly string[]>();
  for (const file of namesIn(path)) {
    const name = finishedName(file);
    if (wordOfEntry(name) !== undefined) entries.set(name, [...(entries.get(name) ?? []), file]);
  }
  return entries;
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return []; // missing or unreadable
  }
}
