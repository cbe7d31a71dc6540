import { join } from "node:path";
import { entryName } from "./entry-name.js";
import { openPrivateDirectory } from "./private-directory.js";

/** A store of one prefix of paths for each service. It may lose any of them, and never throws. */
export interface PathFiles {
  read(base: URL): string | undefined;
  write(base: URL, prefix: string): void;
}

/** Maximum number of services; the oldest are removed first. */
const MAX_FILES = 32;

/**
 * Creates a store with one file for each base URL. A directory that cannot be used, or that other
 * users can write to, acts as an empty one.
 * @param cache the directory of the cache
 */
export function createPathFiles(cache: string): PathFiles {
  const files = openPrivateDirectory(join(cache, "paths"), MAX_FILES);
  return {
    read(base) {
      const text = files.read(entryName(base));
      return text === undefined ? undefined : parseEntry(text, base);
    },
    write(base, prefix) {
      const entry = { version: 1, key: base.href, prefix };
      files.write(entryName(base), JSON.stringify(entry));
    },
  };
}

function parseEntry(text: string, base: URL): string | undefined {
  try {
    const { version, key, prefix } = JSON.parse(text) as Record<string, unknown>;
    return version === 1 && key === base.href && typeof prefix === "string" ? prefix : undefined;
  } catch {
    return undefined; // also JSON that is null
  }
}
