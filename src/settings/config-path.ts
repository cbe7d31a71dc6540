import { statSync } from "node:fs";
import { codeOf } from "../storage/system-error.js";

/** Reports whether there is no file; false if that cannot be determined. */
export function isMissing(path: string): boolean {
  try {
    statSync(path);
    return false;
  } catch (error) {
    return codeOf(error) === "ENOENT";
  }
}
