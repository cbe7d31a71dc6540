import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from "node:fs";
import { codeOf, reasonOf } from "../storage/system-error.js";
import { distrust } from "../storage/trust.js";
import { KeyUnavailableError } from "./errors.js";

/** Maximum size of a key file; `keyFault` limits the key itself. */
const MAX_BYTES = 64 * 1024;

/* Does not wait for the writer of a named pipe. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

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
  let file: number | undefined;
  try {
    file = openSync(path, READ_ONLY);
    const stats = fstatSync(file);
    if (!stats.isFile())
      throw refuse("is not a regular file", "set it to a file that contains the key");
    const open = opennessOf(stats) ?? distrust(path);
    if (open !== undefined) {
      throw refuse(`is not used: ${open}`, `close it to others: chmod 600 ${path}`);
    }
    if (stats.size > MAX_BYTES)
      throw refuse("is too large for a key", "set it to the file of the key");
    return readFileSync(file, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    const reason =
      codeOf(error) === "ENOENT" ? "does not exist" : `cannot be read: ${reasonOf(error)}`;
    throw refuse(reason, "check the path and its permissions", error);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function opennessOf({ mode, uid }: Stats): string | undefined {
  if (process.platform === "win32") return undefined;
  const isOfRoot = uid === 0 && process.geteuid?.() !== 0;
  const forOthers = mode & (isOfRoot ? 0o037 : 0o077);
  if (forOthers === 0) return undefined;
  return `other users can access it (its mode is ${(mode & 0o777).toString(8).padStart(4, "0")})`;
}
