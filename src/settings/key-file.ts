import type { Stats } from "node:fs";
import { BOUNDS } from "../base/bounds.js";
import { reasonOf, UnfitFileError } from "../storage/errors.js";
import { type FaultOf, notByOthers, readText } from "../storage/read-file.js";
import { KeyUnavailableError } from "./errors.js";

const CHECK_HINT = "check the path and its permissions";

const closed: FaultOf = (path, stats) => opennessOf(stats) ?? notByOthers(path, stats);

/** Message and hint for an unfit file. */
const UNFIT = {
  type: () => ["is not a regular file", "set it to a file that contains the key"],
  trust: (path, fault) => [`is not used: ${fault}`, `close it to others: chmod 600 ${path}`],
  size: () => ["is too large for a key", "set it to the file of the key"],
} satisfies Record<UnfitFileError["unfit"], (path: string, fault: string) => [string, string]>;

/**
 * Reads the API key from a file, without the final line end. Only the caller and root may be able to
 * read or change the file; one owned by root may also be readable by its group, as containers
 * provide secrets.
 * @param where the setting that names the file, for messages
 * @throws {KeyUnavailableError} when the file is missing, unreadable, or open to other users
 */
export function readKeyFile(path: string, where: string): string {
  const refuse = (reason: string, hint: string, cause?: unknown) =>
    new KeyUnavailableError(`${where}: ${path} ${reason}`, hint, { cause });
  try {
    const text = readText(path, BOUNDS.file.key, closed);
    if (text !== undefined) return text.replace(/\r?\n$/, "");
  } catch (error) {
    if (!(error instanceof UnfitFileError)) {
      throw refuse(`cannot be read: ${reasonOf(error)}`, CHECK_HINT, error);
    }
    throw refuse(...UNFIT[error.unfit](path, error.message));
  }
  throw refuse("does not exist", CHECK_HINT);
}

function opennessOf({ mode, uid }: Stats): string | undefined {
  if (process.platform === "win32") return undefined;
  const isOfRoot = uid === 0 && process.geteuid?.() !== 0;
  const forOthers = mode & (isOfRoot ? 0o037 : 0o077);
  if (forOthers === 0) return undefined;
  return `other users can access it (its mode is ${(mode & 0o777).toString(8).padStart(4, "0")})`;
}
