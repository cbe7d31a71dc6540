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

/** What a process that wants a lock knows. */
export interface Waiter {
  readonly self: Holder;
  /** Of the lock that it wants to create. */
  readonly content: string;
  /** Milliseconds that it has waited. */
  waited: number;
  /** Of each lock that it could not judge, how old it was after how long a wait. */
  readonly ages: Map<
    string,
    { readonly file: LockFile; readonly age: number; readonly since: number }
  >;
}

/** A lock that is not refreshed for so long is abandoned, unless its holder is known to live. */
const ABANDONED_MS = 10_000;

/**
 * Removes the lock of a holder that is gone.
 *
 * Only one process at a time may do so, the one that has the lock `….break`, and only when the lock
 * is still the very file that was judged. Without that, the second of two processes would remove the
 * lock that the first has just created for itself. While a process has `….break`, the abandoned lock
 * can be removed by nobody else: its holder is dead. The same holds for `….break` itself when it is
 * abandoned, with `….break.break`, and so on: each step needs one more process that was killed.
 *
 * A holder, or a remover, that was judged by age alone may only have been stopped, and may go on
 * between another's last look and its next step. Then two processes may believe that they have the
 * lock. No lock made of files can rule that out, so a holder makes sure with `Held.assert` before
 * its work takes effect.
 * @param file what was found there
 * @returns true when there is no lock any more; false also where this user may not remove it
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
  return fate === "unknown" ? ageOf(path, file, waiter) >= ABANDONED_MS : fate === "dead";
}

/**
 * Returns how old a lock is: what it was when it was first seen like this, and what was waited since.
 * The clock is asked only once, and one that is wrong does not make a lock last: a lock from the
 * future is new.
 */
function ageOf(path: string, file: LockFile, { content, waited, ages }: Waiter): number {
  const known = ages.get(path);
  if (known !== undefined && isSame(known.file, file)) return known.age + waited - known.since;
  const age = Math.max(0, timeAt(path, content) - file.mtimeMs);
  ages.set(path, { file, age, since: waited });
  return age;
}

/**
 * Removes what killed processes have left beside a lock. A process that lives and finds its
 * temporary file gone makes another.
 */
export function removeLeftovers(path: string, waiter: Waiter): void {
  const directory = dirname(path);
  const breakers: string[] = [];
  try {
    for (const name of readdirSync(directory)) {
      const [, breaks, end = ""] = /^((?:\.break)*)(.*)$/s.exec(behind(path, name)) ?? [];
      if (TEMPORARY.test(end)) remove(join(directory, name));
      else if (breaks && end === "") breakers.push(join(directory, name));
    }
    // `….break.break` keeps others from removing `….break`.
    breakers.sort((a, b) => b.length - a.length);
    for (const breaker of breakers) lookAndRemove(breaker, waiter);
  } catch {
    // the next holder tries again
  }
}

function behind(path: string, name: string): string {
  return name.startsWith(basename(path)) ? name.slice(basename(path).length) : "";
}
