import { readFileSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { StorageError } from "./errors.js";
import { codeOf, reasonOf } from "./system-error.js";

/** What waiting for a lock needs. */
export interface LockClock {
  /** Milliseconds since the epoch. */
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/** How long a lock is waited for; it is held for the time of one small write. */
const PATIENCE_MS = 15_000;
const FIRST_WAIT_MS = 5;
const LONGEST_WAIT_MS = 100;

/** A lock this old is nobody's, whatever process may have its number now. */
const ABANDONED_MS = 60_000;

/**
 * Does something while no other process that asks for the same lock does. The lock is a file made
 * with O_EXCL that names its holder; one whose holder is gone is taken over.
 * @param work synchronous, so that an interrupt cannot come between taking and giving back
 * @throws {StorageError} when the lock cannot be had
 */
export async function withLock<T>(path: string, clock: LockClock, work: () => T): Promise<T> {
  const mine = `${process.pid}@${hostname()}`;
  let longest = FIRST_WAIT_MS;
  for (let waited = 0; !take(path, mine); ) {
    if (breakAbandoned(path, mine, clock.now())) continue;
    if (waited >= PATIENCE_MS) throw tooLong(path);
    const wait = Math.max(1, clock.random() * longest);
    await clock.sleep(wait, clock.signal);
    waited += wait;
    longest = Math.min(longest * 1.5, LONGEST_WAIT_MS);
  }
  try {
    return work();
  } finally {
    if (holderOf(path) === mine) giveBack(path);
  }
}

/** @returns false when somebody has it */
function take(path: string, mine: string): boolean {
  try {
    writeFileSync(path, mine, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    if (codeOf(error) !== undefined && holderOf(path) === "") giveBack(path); // made, not written
    throw new StorageError(
      `cannot write the configuration: cannot make ${path}: ${reasonOf(error)}`,
      "check that there is room, and who may write there",
      { cause: error },
    );
  }
}

/**
 * Takes an abandoned lock away. Only one process may do so at a time, and it looks again before:
 * else the second of two would take away the lock that the first has just made for itself.
 * @returns true when it is gone; false also where this user may not take it away
 */
function breakAbandoned(path: string, mine: string, now: number): boolean {
  if (!isAbandoned(path, now)) return false;
  const breaker = `${path}.break`;
  if (isAbandoned(breaker, now)) giveBack(breaker);
  if (!take(breaker, mine)) return false;
  try {
    return !isAbandoned(path, now) || giveBack(path);
  } finally {
    giveBack(breaker);
  }
}

function isAbandoned(path: string, now: number): boolean {
  try {
    if (now - statSync(path).mtimeMs > ABANDONED_MS) return true;
  } catch {
    return false; // given back meanwhile
  }
  const holder = holderOf(path);
  const match = /^(\d+)@(.*)$/s.exec(holder ?? "");
  if (match?.[2] !== hostname() || isAlive(Number(match[1]))) return false;
  // A process that has just given it back and ended is gone too, and the lock may be another's now.
  return holderOf(path) === holder;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
}

function holderOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** @returns whether it is gone, be it that somebody else took it for abandoned */
function giveBack(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch (error) {
    return codeOf(error) === "ENOENT";
  }
}

function tooLong(path: string): StorageError {
  const holder = holderOf(path) ?? "";
  const process = /^\d+/.exec(holder)?.[0];
  return new StorageError(
    `cannot write the configuration: another carry${process === undefined ? "" : ` (process ${process})`} has held ${path} for too long`,
    `try again; when no other carry is running, remove ${path}`,
  );
}
