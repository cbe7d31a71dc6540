import type { Clock } from "../../base/time/clock.js";
import { StorageError } from "../errors.js";
import { BLANK_MS, removeAbandoned, removeLeftovers, type Waiter } from "./abandoned.js";
import { contentOf, parseHolder, thisProcess } from "./holder.js";
import { createWhole, look, refresh, removeOwn } from "./lock-file.js";

/** Clock, randomness and signal used while waiting for a lock. */
export interface LockClock {
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/** A lock that this process holds. */
export interface Held {
  /** Unique among all locks. */
  readonly token: string;
  /**
   * Refreshes the lock. Long work calls this every few seconds: a process that cannot determine
   * whether the holder is alive takes over a lock not refreshed for 10 seconds.
   * @throws {LostLockError}
   */
  refresh(): void;
  /**
   * Verifies that this process still holds the lock. Called right before work takes effect.
   * @throws {LostLockError}
   */
  assert(): void;
}

/** Another process took over the lock, because this one was stopped for too long. */
export class LostLockError extends StorageError {
  override name = "LostLockError";
  constructor(path: string) {
    super(`another carry process took over the lock ${path}`, "try again");
  }
}

/** Another process has held the lock for longer than this one waits. */
export class HeldLockError extends StorageError {
  override name = "HeldLockError";
  constructor(
    path: string,
    /** Process and computer of the holder in parentheses; empty when they are unknown. */
    readonly holder: string,
  ) {
    super(
      `another carry process${holder} has held the lock ${path} for too long`,
      `try again; if no other carry is running, remove ${path}`,
    );
  }
}

/** Maximum wait for one holder, unless the caller is less patient. */
const PATIENCE_MS = 15_000;
/** Maximum wait for a blank lock, which cannot be removed if it is still there. */
const BLANK_PATIENCE_MS = BLANK_MS + 500;
const FIRST_WAIT_MS = 5;
const LONGEST_WAIT_MS = 100;

/**
 * Does work while holding a lock, which only one process can hold at a time. The lock is a file
 * that names its holder; a lock whose holder is gone is taken over (see `removeAbandoned`).
 * @param path path of the lock, in an existing directory
 * @param work synchronous if possible: then no interrupt can leave the lock behind
 * @param patienceMs maximum wait for one holder
 * @throws {HeldLockError} when another process keeps it
 * @throws {StorageError} when the lock cannot be written
 */
export async function withLock<T>(
  path: string,
  clock: LockClock,
  work: (held: Held) => T | Promise<T>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const token = crypto.randomUUID();
  const self = thisProcess();
  const content = contentOf(self, token);
  const waiter = { self, content, waited: 0, ages: new Map() };
  await take(path, waiter, clock, patienceMs);
  try {
    removeLeftovers(path, waiter);
    return await work({
      token,
      refresh() {
        if (!refresh(path, content)) throw new LostLockError(path);
      },
      assert() {
        if (look(path)?.content !== content) throw new LostLockError(path);
      },
    });
  } finally {
    removeOwn(path, content);
  }
}

/** How often a lock is refreshed while work goes on; one of an unknown holder is taken over after 10 s. */
const REFRESH_MS = 3_000;

/** Refreshes a lock until it is lost, which {@link Held.assert} reports. @returns a function that ends it */
export function keepRefreshed(held: Held, clock: Pick<Clock, "after">): () => void {
  let cancel = () => {};
  const again = () => {
    cancel = clock.after(REFRESH_MS, () => {
      try {
        held.refresh();
      } catch {
        return;
      }
      again();
    });
  };
  again();
  return () => cancel();
}

async function take(
  path: string,
  waiter: Waiter,
  clock: LockClock,
  patienceMs: number,
): Promise<void> {
  let longest = FIRST_WAIT_MS;
  let holder: string | undefined;
  let patience = patienceMs;
  for (;;) {
    const file = look(path);
    const isFree = file === undefined || removeAbandoned(path, file, waiter);
    if (isFree && createWhole(path, waiter.content)) return;
    if (file?.content !== holder) {
      patience = waiter.waited + (file?.isBlank ? BLANK_PATIENCE_MS : patienceMs); // another holder
    }
    holder = file?.content;
    if (waiter.waited >= patience) throw file?.isBlank ? cannotRemove(path) : tooLong(path, holder);
    const wait = Math.max(1, clock.random() * longest);
    await clock.sleep(wait, clock.signal);
    waiter.waited += wait;
    longest = Math.min(longest * 1.5, LONGEST_WAIT_MS);
  }
}

function cannotRemove(path: string): StorageError {
  return new StorageError(
    `cannot remove the lock ${path}, which no process holds`,
    `remove ${path}`,
  );
}

function tooLong(path: string, content = ""): HeldLockError {
  const holder = parseHolder(content);
  return new HeldLockError(path, holder === undefined ? "" : ` (${holder.pid} on ${holder.host})`);
}
