import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Process number of a dead process: the maximum is never assigned. */
const GONE = 4_194_304;

/** Returns the content of a lock of a dead process of this computer; fields can be replaced. */
export function lockOf(fields: Readonly<Record<string, unknown>> = {}): string {
  const base = { pid: GONE, host: hostname(), token: randomUUID() };
  return `${JSON.stringify({ ...base, ...fields })}\n`;
}

/** Creates a directory for a lock, removed at the end of the test. */
export function lockDirectory() {
  const directory = mkdtempSync(join(tmpdir(), "carry-lock-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, "things.lock");
  return {
    directory,
    path,
    names: () => readdirSync(directory).sort(),
    /** Writes a lock. @param age seconds since its last sign */
    leave(content: string, age = 0) {
      writeFileSync(path, content);
      makeOld(path, age);
    },
  };
}

/** Sets the time of a file to a number of seconds ago. */
export function makeOld(path: string, age: number): void {
  const seconds = Date.now() / 1000 - age;
  utimesSync(path, seconds, seconds);
}

/** A clock that sleeps in no time, and counts the time slept. */
export function countingClock(during: (waited: number) => void = () => {}) {
  const counting = {
    waited: 0,
    clock: {
      async sleep(ms: number, signal?: AbortSignal) {
        signal?.throwIfAborted();
        counting.waited += ms;
        during(counting.waited);
      },
    },
    signal: new AbortController().signal,
  };
  return counting;
}
