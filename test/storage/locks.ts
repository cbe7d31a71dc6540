import { randomUUID } from "node:crypto";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Process number of a dead process: the maximum is never assigned. */
export const GONE = 4_194_304;

/** Returns the start time of a process: field 22 of /proc/PID/stat, after the name in parentheses. */
export function startOf(pid: number | "self" = "self"): string {
  if (process.platform !== "linux") return "0";
  const [name, stat] = ["comm", "stat"].map((file) => readFileSync(`/proc/${pid}/${file}`, "utf8"));
  const [, behind = ""] = stat?.split(`(${name?.trimEnd()}) `) ?? [];
  return behind.split(" ")[19] ?? "";
}

/** Returns the content of a lock of a process on this machine; fields can be replaced. */
export function lockOf(fields: Readonly<Record<string, unknown>> = {}): string {
  const scope = process.platform === "linux" && {
    boot: readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim(),
    namespace: readlinkSync("/proc/self/ns/pid"),
    started: "1",
  };
  const base = { pid: GONE, host: hostname(), ...scope, token: randomUUID() };
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
    /** Writes a lock, or another file beside it. */
    leave(content: string, { age = 0, suffix = "" } = {}) {
      writeFileSync(path + suffix, content);
      makeOld(path + suffix, age);
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
  const clock = {
    waited: 0,
    async sleep(ms: number, signal?: AbortSignal) {
      signal?.throwIfAborted();
      clock.waited += ms;
      during(clock.waited);
    },
    random: () => 0.5,
    signal: new AbortController().signal,
  };
  return clock;
}
