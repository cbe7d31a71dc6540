import type { Clock } from "../../base/clock.js";
import { StorageError } from "../../storage/errors.js";
import { type LockClock, withLock } from "../../storage/lock/lock.js";
import { ArchiveError } from "../errors.js";

/** Clock, randomness and signal that a lock needs. */
export type HoldClock = LockClock & Pick<Clock, "after">;

/** How often a held lock is refreshed; one of an unknown holder is taken over after 10 s. */
const REFRESH_MS = 3_000;

/**
 * Takes a lock until it is released.
 * @param path path of the lock, in an existing directory
 * @returns its release
 * @throws {ArchiveError} of kind `archive_locked` when another process holds it
 */
export async function holdLock(path: string, clock: HoldClock): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let taken = () => {};
  const isTaken = new Promise<void>((resolve) => {
    taken = resolve;
  });
  let stopRefreshing = () => {};
  const held = withLock(path, clock, async (lock) => {
    const refreshLater = () => {
      stopRefreshing = clock.after(REFRESH_MS, () => {
        try {
          lock.refresh();
        } catch {
          return; // another process took it over: both write the same rows, and neither loses any
        }
        refreshLater();
      });
    };
    refreshLater();
    taken();
    await released;
    stopRefreshing();
  });
  await Promise.race([isTaken, held]).catch((error: unknown) => {
    if (!(error instanceof StorageError)) throw error;
    throw new ArchiveError("archive_locked", error.message, error.hint, { cause: error });
  });
  return async () => {
    release();
    await held;
  };
}
