import { statSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "../storage/system-error.js";

/** Returns the path of the configuration file in a directory. */
export function configPath(directory: string): string {
  return join(directory, "config.json");
}

/** Reports whether there is no file; false where that cannot be found out. */
export function isMissing(path: string): boolean {
  try {
    statSync(path);
    return false;
  } catch (error) {
    return codeOf(error) === "ENOENT";
  }
}
