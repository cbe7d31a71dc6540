import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from "node:fs";
import { codeOf, reasonOf } from "../storage/system-error.js";
import { distrust } from "../storage/trust.js";
import { KeyUnavailableError } from "./errors.js";

/** Nobody's key is longer; see `keyFault` for what one may be. */
const MAX_BYTES = 64 * 1024;

/* A pipe without a writer is opened at once instead of waited for. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Reads the API key that a file holds, without the line end behind it. The file is read only where
 * nobody but the caller and root can read or change it; one of root's may be readable for its
 * group, which is how containers hand out secrets.
 * @param where the setting that names the file, for messages
 * @throws {KeyUnavailableError} when there is no such file, or it is open to others
 */
export function readKeyFile(path: string, where: string): string {
  const refuse = (reason: string, hint: string, cause?: unknown) =>
    new KeyUnavailableError(`${where}: ${path} ${reason}`, hint, { cause });
  let file: number | undefined;
  try {
    file = openSync(path, READ_ONLY);
    const stats = fstatSync(file);
    if (!stats.isFile()) throw refuse("is not a regular file", "name a file that holds the key");
    const open = opennessOf(stats) ?? distrust(path);
    if (open !== undefined) {
      throw refuse(`is not used: ${open}`, `close it to others: chmod 600 ${path}`);
    }
    if (stats.size > MAX_BYTES) throw refuse("is too large for a key", "name the file of the key");
    return readFileSync(file, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    const reason =
      codeOf(error) === "ENOENT" ? "does not exist" : `cannot be read: ${reasonOf(error)}`;
    throw refuse(reason, "check the path, and who may read it", error);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function opennessOf({ mode, uid }: Stats): string | undefined {
  if (process.platform === "win32") return undefined;
  const isOfRoot = uid === 0 && process.geteuid?.() !== 0;
  const forOthers = mode & (isOfRoot ? 0o037 : 0o077);
  if (forOthers === 0) return undefined;
  return `other users may read it (its mode is ${(mode & 0o777).toString(8).padStart(4, "0")})`;
}
