import { StorageError } from "../errors.js";
import { removeAbandoned, removeLeftovers, type Waiter } from "./abandoned.js";
import { contentOf, parseHolder, thisProcess } from "./holder.js";
import { createWhole, look, refresh, removeOwn } from "./lock-file.js";

/** What waiting for a lock needs. */
export interface LockClock {
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/** A lock that this process has. */
export interface Held {
  /** Differs from that of every other lock. */
  readonly token: string;
  /**
   * Renews the lock. Work that takes longer does so every few seconds: a process that cannot tell
   * whether this one lives takes over a lock that was not renewed for 10 seconds.
   * @throws {LostLockError}
   */
  refresh(): void;
  /**
   * Makes sure that nobody has taken over the lock. Called right before work takes effect.
   * @throws {LostLockError}
   */
  assert(): void;
}

/** The process was stopped for so long that another one took over its lock. */
export class LostLockError extends StorageError {
  override name = "LostLockError";
  constructor(path: string) {
    super(`the lock ${path} was taken over by another carry`, "try again");
  }
}

/** How long one holder is waited for. */
const PATIENCE_MS = 15_000;
const FIRST_WAIT_MS = 5;
const LONGEST_WAIT_MS = 100;

/**
 * Does something while no other process that asks for the same lock does. The lock is a file that
 * names its holder; one whose holder is gone is taken over (see `removeAbandoned`).
 * @param path of the lock, in a directory that exists
 * @param work synchronous where it can be: then no interrupt can leave the lock behind
 * @throws {StorageError} when the lock cannot be had
 */
export async function withLock<T>(
  path: string,
  clock: LockClock,
  work: (held: Held) => T | Promise<T>,
): Promise<T> {
  const token = crypto.randomUUID();
  const self = thisProcess();
  const content = contentOf(self, token);
  const waiter = { self, content, waited: 0, ages: new Map() };
  await take(path, waiter, clock);
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

async function take(path: string, waiter: Waiter, clock: LockClock): Promise<void> {
  let longest = FIRST_WAIT_MS;
  let holder: string | undefined;
  let patience = PATIENCE_MS;
  for (;;) {
    const file = look(path);
    const isFree = file === undefined || removeAbandoned(path, file, waiter);
    if (isFree && createWhole(path, waiter.content)) return;
    if (file?.content !== holder) patience = waiter.waited + PATIENCE_MS; // it changes hands
    holder = file?.content;
    if (waiter.waited >= patience) throw tooLong(path, holder);
    const wait = Math.max(1, clock.random() * longest);
    await clock.sleep(wait, clock.signal);
    waiter.waited += wait;
    longest = Math.min(longest * 1.5, LONGEST_WAIT_MS);
  }
}

function tooLong(path: string, content = ""): StorageError {
  const holder = parseHolder(content);
  const who = holder === undefined ? "" : ` (process ${holder.pid} on ${holder.host})`;
  return new StorageError(
    `another carry${who} has held ${path} for too long`,
    `try again; when no other carry is running, remove ${path}`,
  );
}
