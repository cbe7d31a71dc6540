import type { Clock } from "../../base/time/clock.js";
import {
  type Held,
  HeldLockError,
  keepRefreshed,
  type LockClock,
  withLock,
} from "../../storage/lock/lock.js";
import { ArchiveError } from "../errors.js";

/** Clock, randomness and signal that a lock needs. */
export type HoldClock = LockClock & Pick<Clock, "after">;

/**
 * Takes a lock until it is released.
 * @param path path of the lock, in an existing directory
 * @param patienceMs maximum wait for one holder; 15 s when omitted
 * @returns its release
 * @throws {ArchiveError} of kind `archive_locked` when another process holds it
 */
export function holdLock(
  path: string,
  clock: HoldClock,
  patienceMs?: number,
): Promise<() => Promise<void>> {
  return new Promise((resolve, reject) => {
    const hold = async (lock: Held) => {
      // No assert: if another process takes the lock over, both write the same rows, and none is lost.
      const stop = keepRefreshed(lock, clock);
      await new Promise<void>((release) => {
        resolve(async () => {
          release();
          await held;
        });
      });
      stop();
    };
    const held = withLock(path, clock, hold, patienceMs);
    held.catch((error: unknown) => {
      if (!(error instanceof HeldLockError)) return reject(error);
      reject(new ArchiveError("archive_locked", error.message, error.hint, { cause: error }));
    });
  });
}
