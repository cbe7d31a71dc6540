import { existsSync } from "node:fs";
import { StorageError } from "../storage/errors.js";
import { type Held, HeldLockError, keepRefreshed, withLock } from "../storage/lock.js";
import { createKeeper, type Keeper, type KeeperOptions } from "./keeper.js";
import { makeStateDirectory, readAlertState, stageAlertState } from "./state-file.js";

export interface KeptOptions extends Omit<KeeperOptions, "state" | "save"> {
  readonly path: string;
  /** Maximum wait for another process that uses the same state, milliseconds. */
  readonly patienceMs: number;
}

/** Another process delivers the events of the same state. */
export class DeliveredElsewhereError extends StorageError {
  override name = "DeliveredElsewhereError";
}

/**
 * Does work with the keeper of a stored state, which only one process can have at a time.
 * @throws {DeliveredElsewhereError} while another process has it
 * @throws {StorageError} if the state cannot be read or written
 */
export async function withKeeper<T>(
  { path, patienceMs, ...options }: KeptOptions,
  work: (keeper: Keeper) => Promise<T>,
): Promise<T> {
  makeStateDirectory(path);
  const lock = `${path}.lock`;
  let isTaken = false;
  const locked = async (held: Held) => {
    isTaken = true;
    const save: KeeperOptions["save"] = (state) => {
      assertHeld(held, lock);
      stageAlertState(path, state).commit();
    };
    const state = readAlertState(path);
    stageAlertState(path, state).discard(); // fails now, and not after the first event
    const keeper = createKeeper({ ...options, save, state });
    const stop = keepRefreshed(held, options.io.clock); // a lost lock is reported when the state is stored
    return work(keeper).finally(stop);
  };
  try {
    return await withLock(lock, options.io, locked, patienceMs);
  } catch (error) {
    if (isTaken || !(error instanceof HeldLockError)) throw error;
    throw new DeliveredElsewhereError(
      `another carry process${error.holder} delivers these alerts`,
      "end it first; one process delivers the alerts of a portfolio, rules and --on-alert",
      { cause: error },
    );
  }
}

/**
 * @throws {LostLockError} if another process delivers the events now
 * @throws {StorageError} if the lock was removed: then nobody else does
 */
function assertHeld(held: Held, lock: string): void {
  try {
    held.assert();
  } catch (error) {
    if (existsSync(lock)) throw error;
    throw new StorageError(`the lock ${lock} was removed`, undefined, { cause: error });
  }
}
