import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fateOf, type Holder, parseHolder } from "./holder.js";
import {
  createWhole,
  isSame,
  type LockFile,
  look,
  remove,
  removeOwn,
  TEMPORARY,
  timeAt,
} from "./lock-file.js";

/** State of a process that waits for a lock. */
export interface Waiter {
  readonly self: Holder;
  /** Content of the lock that it wants to create. */
  readonly content: string;
  /** Milliseconds waited so far. */
  waited: number;
  /** For each lock of an unknown holder, its age when first seen and `waited` at that moment. */
  readonly ages: Map<
    string,
    { readonly file: LockFile; readonly age: number; readonly since: number }
  >;
}

/** A lock not refreshed for this long is abandoned, unless its holder is known to be alive. */
const ABANDONED_MS = 10_000;

/** A blank lock is abandoned after this long: a process that cannot link a lock writes it at once. */
export const BLANK_MS = 2_000;

/**
 * Removes the lock of a holder that is gone.
 *
 * Only the process that holds the lock `….break` may do so, and only while the lock is still the
 * file that was judged. Otherwise the second of two processes would remove the lock that the first
 * has just created. While a process holds `….break`, no other can remove the abandoned lock, and
 * its holder is dead. An abandoned `….break` is removed in the same way with `….break.break`, and
 * so on: each step takes one more killed process.
 *
 * A holder or remover that was judged by age alone may only have been stopped, and may continue
 * between the check and the removal by another process. Then two processes may believe that they
 * hold the lock. No lock made of files can exclude this, so a holder calls `Held.assert` before its
 * work takes effect.
 * @returns true when the lock is gone; false also when this user may not remove it
 */
export function removeAbandoned(path: string, file: LockFile, waiter: Waiter): boolean {
  if (!isAbandoned(path, file, waiter)) return false;
  const claim = `${path}.break`;
  if (!createWhole(claim, waiter.content)) {
    lookAndRemove(claim, waiter);
    return false;
  }
  try {
    const again = look(path);
    return again === undefined || (isSame(file, again) && remove(path));
  } finally {
    removeOwn(claim, waiter.content);
  }
}

function lookAndRemove(path: string, waiter: Waiter): void {
  const file = look(path);
  if (file !== undefined) removeAbandoned(path, file, waiter);
}

function isAbandoned(path: string, file: LockFile, waiter: Waiter): boolean {
  const fate = fateOf(parseHolder(file.content), waiter.self);
  if (fate !== "unknown") return fate === "dead";
  return ageOf(path, file, waiter) >= (file.isBlank ? BLANK_MS : ABANDONED_MS);
}

/**
 * Returns the age of a lock in milliseconds: its age when first seen in this state, plus the wait
 * since then. The clock is read only once. A wrong clock cannot make a lock last for ever: a lock
 * from the future counts as new.
 */
function ageOf(path: string, file: LockFile, { content, waited, ages }: Waiter): number {
  const known = ages.get(path);
  if (known !== undefined && isSame(known.file, file)) return known.age + waited - known.since;
  const age = Math.max(0, timeAt(path, content) - file.mtimeMs);
  ages.set(path, { file, age, since: waited });
  return age;
}

/**
 * Removes files that killed processes have left beside a lock. A live process recreates its temporary file.
 */
export function removeLeftovers(path: string, waiter: Waiter): void {
  const directory = dirname(path);
  const breakers: string[] = [];
  try {
    for (const name of readdirSync(directory)) {
      if (!name.startsWith(basename(path))) continue;
      const behind = name.slice(basename(path).length);
      const [, breaks, end = ""] = /^((?:\.break)*)(.*)$/s.exec(behind) ?? [];
      if (TEMPORARY.test(end)) remove(join(directory, name));
      else if (breaks && end === "") breakers.push(join(directory, name));
    }
    // `….break.break` protects `….break` from removal by others, so the longest name goes first.
    breakers.sort((a, b) => b.length - a.length);
    for (const breaker of breakers) lookAndRemove(breaker, waiter);
  } catch {
    // left to the next holder
  }
}
