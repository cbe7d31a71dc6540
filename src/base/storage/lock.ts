import { rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { BOUNDS } from "../bounds.js";
import { asRecord } from "../collections.js";
import { orElse } from "../functions.js";
import type { Clock } from "../time/clock.js";
import { codeOf, reasonOf, StorageError } from "./errors.js";
import { readText } from "./read-file.js";

/** A lock that this process holds. */
export interface Held {
  /** Verifies that this process still holds the lock, right before work takes effect. @throws {LostLockError} */
  assert(): void;
  release(): void;
}

/** Another process took over the lock, because this one was stopped for too long, or it was removed. */
export class LostLockError extends StorageError {
  override name = "LostLockError";
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

/** Age without a sign from which a lock is stale, milliseconds. */
const STALE_MS = 60_000;
/** The same for one that is empty: its process was killed before it wrote its name. */
const BLANK_MS = 2_000;
/** How often a holder gives a sign. */
const SIGN_MS = 3_000;
/** Maximum wait for one holder, and the time between two looks. */
const PATIENCE_MS = 15_000;
const WAIT_MS = 80;

/**
 * Takes a lock, which only one process can hold: a file that names its process and computer, with a sign
 * every few seconds. One whose process is gone, or that has no sign for a minute, is taken over.
 * @param path path of the lock, in an existing directory
 * @returns undefined while another process holds it
 * @throws {StorageError} when the lock cannot be written
 */
export function takeLock(path: string): Held | undefined {
  const holder = { pid: process.pid, host: hostname(), token: crypto.randomUUID() };
  const content = `${JSON.stringify(holder)}\n`;
  try {
    if (!create(path, content) && !(removeStale(path) && create(path, content))) return undefined;
  } catch (error) {
    throw new StorageError(
      `cannot create the lock ${path}: ${reasonOf(error)}`,
      "check the free space and the permissions of its directory",
      { cause: error },
    );
  }
  const isOwn = () => contentOf(path) === content;
  const giveSign = () => {
    if (isOwn()) utimesSync(path, new Date(), new Date());
  };
  const signs = setInterval(() => orElse(giveSign, undefined), SIGN_MS).unref();
  return {
    assert() {
      if (isOwn()) return;
      throw new LostLockError(`another carry process took over the lock ${path}`, "try again");
    },
    release() {
      clearInterval(signs);
      if (isOwn()) rmSync(path, { force: true });
    },
  };
}

/**
 * Does work while holding a lock.
 * @param work synchronous if possible: then no interrupt can leave the lock behind
 * @param patienceMs maximum wait for one holder
 * @throws {HeldLockError} when another process keeps it
 * @throws {StorageError} when the lock cannot be written
 */
export async function withLock<T>(
  path: string,
  { clock, signal }: { readonly clock: Pick<Clock, "sleep">; readonly signal: AbortSignal },
  work: (held: Held) => T | Promise<T>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  let held = takeLock(path);
  let holder: string | undefined;
  for (let waited = 0; held === undefined; waited += WAIT_MS) {
    const content = contentOf(path);
    if (content !== holder) waited = 0; // another holder
    holder = content;
    if (waited >= patienceMs) throw new HeldLockError(path, holderText(holder));
    await clock.sleep(WAIT_MS, signal);
    held = takeLock(path);
  }
  try {
    return await work(held);
  } finally {
    held.release();
  }
}

const FULL: ReadonlySet<string | undefined> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** Creates the file of a lock. @returns false when it exists */
function create(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { mode: 0o600, flag: "wx" });
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === "EEXIST") return false;
    if (FULL.has(code)) rmSync(path, { force: true }); // it is begun
    throw error;
  }
}

/** Removes a stale lock. @returns whether there is none now */
function removeStale(path: string): boolean {
  const content = contentOf(path);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (content === undefined || stats === undefined) return true;
  const age = Math.abs(Date.now() - stats.mtimeMs); // one from the future is of a wrong clock
  const isStale = age > (content === "" ? BLANK_MS : STALE_MS) || isGone(content);
  if (!isStale || contentOf(path) !== content) return false;
  rmSync(path, { force: true });
  return true;
}

/** Reports whether the process of a lock was one of this computer and has ended. */
function isGone(content: string): boolean {
  const { pid, host } = holderOf(content);
  if (host !== hostname() || typeof pid !== "number" || !(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === "ESRCH"; // EPERM: a process of another user
  }
}

function holderOf(content: string): Readonly<Record<string, unknown>> {
  return orElse(() => asRecord(JSON.parse(content)), {}); // not finished, or damaged
}

function holderText(content = ""): string {
  const { pid, host } = holderOf(content);
  return pid === undefined ? "" : ` (${pid} on ${host})`;
}

/** Returns the content of a lock; undefined when there is none. */
function contentOf(path: string): string | undefined {
  return readText(path, BOUNDS.file.key);
}
