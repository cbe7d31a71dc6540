import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { isRecord } from "../base/collections.js";
import { orElse } from "../base/functions.js";
import { reasonOf, StorageError } from "../base/storage/errors.js";
import { readNamed } from "../base/storage/read-file.js";
import { makeDirectory, replaceFile } from "../base/storage/write-file.js";
import { type AlertState, EMPTY_STATE, STATE_VERSION } from "./book.js";

/** Identity of a book of alerts: what is judged, by which rules, and to whom alerts are delivered. */
export type Receiver = Readonly<Record<string, unknown>>;

/** Returns the path of the state of a receiver, in the state directory. */
export function alertStatePath(stateDirectory: string, receiver: Receiver): string {
  const digest = createHash("sha256").update(JSON.stringify(receiver)).digest("hex");
  return join(stateDirectory, "alerts", `${digest.slice(0, 24)}.json`);
}

/** Creates the directory of a file in the state directory. @throws {StorageError} */
export function makeStateDirectory(path: string): void {
  try {
    makeDirectory(dirname(path));
  } catch (error) {
    throw new StorageError(
      `cannot create ${dirname(path)}: ${reasonOf(error)}`,
      "check its permissions, or set CARRY_STATE_DIR to a directory that can be written",
      { cause: error },
    );
  }
}

/**
 * Reads the state of a receiver; an empty one without a file.
 * @throws {StorageError} when it cannot be read, is damaged, or was written by another version; it is
 *   never overwritten then, since alerts would be told twice
 */
export function readAlertState(path: string): AlertState {
  const text = readNamed(path);
  if (text === undefined) return EMPTY_STATE;
  const stored: unknown = orElse(() => JSON.parse(text), undefined);
  if (isAlertState(stored)) return stored;
  throw new StorageError(
    `the alert state file ${path} is damaged, or of another version of carry`,
    "restore it, or remove it to start without it",
  );
}

function isAlertState(stored: unknown): stored is AlertState {
  if (!isRecord(stored) || stored.version !== STATE_VERSION) return false;
  return Array.isArray(stored.problems) && Array.isArray(stored.waiting);
}

/** Writes the state of a receiver beside its file (mode 0600), which it then replaces. @throws {StorageError} */
export function writeAlertState(path: string, state: AlertState): void {
  replaceFile(path, `${JSON.stringify(state)}\n`);
}
