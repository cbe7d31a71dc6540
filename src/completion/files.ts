import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

/**
 * Returns the paths that begin with a text, directories with a trailing slash; hidden files only if
 * their dot is typed. Empty for an unreadable directory.
 * @param directory base of relative paths
 */
export function filesBeginning(typed: string, directory: string): string[] {
  const start = typed.lastIndexOf("/") + 1;
  const [folder, name] = [typed.slice(0, start), typed.slice(start)];
  try {
    const place = resolve(directory, folder); // throws if the working directory was removed
    return readdirSync(place)
      .filter((it) => it.startsWith(name) && (name !== "" || !it.startsWith(".")))
      .sort()
      .map((it) => folder + it + (isDirectory(join(place, it)) ? "/" : ""));
  } catch {
    return [];
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
