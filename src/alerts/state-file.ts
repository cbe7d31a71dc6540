import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { StorageError } from "../storage/errors.js";
import { makeDirectory } from "../storage/make-directory.js";
import { readNamed, stageNamed } from "../storage/named-file.js";
import { damaged, type SealedKind, sealed, unsealed } from "../storage/sealed-file.js";
import { reasonOf } from "../storage/system-error.js";
import { type AlertState, EMPTY_STATE, STATE_VERSION } from "./state.js";

const KIND: SealedKind = {
  key: "carry_alert_state",
  version: STATE_VERSION,
  name: "alert state file",
  option: "CARRY_STATE_DIR",
};

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
    makeDirectory(dirname(path), 0o700);
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
 * @throws {StorageError} when it cannot be read, is damaged, or was written by a newer version; it is
 *   never overwritten then
 */
export function readAlertState(path: string): AlertState {
  const text = readNamed(path);
  if (text === undefined) return EMPTY_STATE;
  const content = unsealed(KIND, path, text);
  try {
    return JSON.parse(content) as AlertState; // the digest shows that carry wrote it
  } catch {
    throw damaged(KIND, path);
  }
}

/** Checks that a state can be stored, and stores nothing. @throws {StorageError} */
export function tryAlertState(path: string, state: AlertState): void {
  stageNamed(path, sealed(KIND, JSON.stringify(state))).discard();
}

/** Replaces the state of a receiver atomically (mode 0600). @throws {StorageError} */
export function writeAlertState(path: string, state: AlertState): void {
  stageNamed(path, sealed(KIND, JSON.stringify(state))).commit();
}
