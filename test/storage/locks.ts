import { randomUUID } from "node:crypto";
import {
  mkdirSync,
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

/** The number of a process that has ended: the highest there can be is never given. */
export const GONE = 4_194_304;

/** The start time of a process: field 22 of /proc/…/stat, behind its name in parentheses. */
export function startOf(pid: number | "self" = "self"): string {
  if (process.platform !== "linux") return "0";
  const [name, stat] = ["comm", "stat"].map((file) => readFileSync(`/proc/${pid}/${file}`, "utf8"));
  const [, behind = ""] = stat?.split(`(${name?.trimEnd()}) `) ?? [];
  return behind.split(" ")[19] ?? "";
}

/** The content of a lock of a process of this machine, or with other fields. */
export function lockOf(fields: Readonly<Record<string, unknown>> = {}): string {
  const scope = process.platform === "linux" && {
    boot: readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim(),
    namespace: readlinkSync("/proc/self/ns/pid"),
    started: "1",
  };
  const base = { pid: GONE, host: hostname(), ...scope, token: randomUUID() };
  return `${JSON.stringify({ ...base, ...fields })}\n`;
}

/** A directory with a lock in it, removed at the end of the test. */
export function lockDirectory() {
  const directory = mkdtempSync(join(tmpdir(), "carry-lock-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, "things.lock");
  return {
    directory,
    path,
    names: () => readdirSync(directory).sort(),
    /** Leaves a lock there, or another file beside it. */
    leave(content: string, { age = 0, suffix = "" } = {}) {
      writeFileSync(path + suffix, content);
      makeOld(path + suffix, age);
    },
    leaveDirectory: () => mkdirSync(path),
  };
}

/** Sets the time of a file to some seconds ago. */
export function makeOld(path: string, age: number): void {
  const seconds = Date.now() / 1000 - age;
  utimesSync(path, seconds, seconds);
}

/** A clock that takes no time, and counts what was waited. */
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
