import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { orElse } from "../functions.js";
import type { Io } from "./io.js";

/** Variables with a secret of carry, or with the name of a file that has one. */
const TAKEN_OUT: ReadonlySet<string> = new Set([
  "CARRY_API_KEY",
  "CARRY_API_KEY_FILE",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
]);

/**
 * Returns the environment of every program that carry starts (a pager, the command of an alert, the
 * key command): carry's own, without secrets. The names of variables have no case on Windows.
 */
export function programsEnv(
  env: Io["env"],
  platform: NodeJS.Platform = process.platform,
): Record<string, string | undefined> {
  const nameOf = (name: string) => (platform === "win32" ? name.toUpperCase() : name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !TAKEN_OUT.has(nameOf(name))));
}

/** Identifiers of a Linux process. Source: proc_pid_stat(5). */
export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
}

/** Returns the visible processes that run; none without /proc. */
export function visibleProcesses(): ProcessFacts[] {
  const names = orElse(() => readdirSync("/proc"), []);
  return names.filter((name) => /^\d+$/.test(name)).flatMap((pid) => factsOf(pid) ?? []);
}

/** @returns undefined for a process that has ended, also for a zombie */
function factsOf(pid: string): ProcessFacts | undefined {
  const stat = orElse(() => readFileSync(`/proc/${pid}/stat`, "utf8"), undefined);
  if (stat === undefined) return undefined;
  // The fields follow the name, which may contain parentheses and spaces.
  const [state, ...ids] = stat.slice(stat.lastIndexOf(")") + 2).split(" ", 4);
  if (state === "Z" || state === "X") return undefined;
  const [parent = Number.NaN, group = Number.NaN, session = Number.NaN] = ids.map(Number);
  return { pid: Number(pid), parent, group, session };
}

/** A command that was started, with what identifies its processes. */
export interface StartedCommand {
  readonly child: ChildProcess;
  /** Whether it has its own session, and thus its own process group. */
  readonly isAlone: boolean;
  /** Variable of its environment, `name=value`, that only its processes have. */
  readonly mark: string;
}

/** Maximum number of rounds against a process that starts others faster than they are ended. */
const MOST_ROUNDS = 10;

/**
 * Ends a command and the processes that it has started: its process group, and on Linux its session.
 * A process that has created its own session, such as an agent, keeps running. When the command
 * shares the session of this process, its processes are found on Linux as its descendants and, since
 * a parent may have ended, by its mark; elsewhere only the command itself ends.
 */
export function endCommand(command: StartedCommand): void {
  const { child, isAlone } = command;
  const { pid } = child;
  if (pid === undefined) return;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const relatives = relativesOf(pid, command);
    if (relatives.length === 0) break;
    for (const relative of relatives) kill(relative);
  }
  if (isAlone) kill(-pid);
  child.kill("SIGKILL");
}

function relativesOf(root: number, { isAlone, mark }: StartedCommand): number[] {
  const all = visibleProcesses();
  const session = isAlone ? root : all.find(({ pid }) => pid === process.pid)?.session;
  const near = all.filter((it) => it.session === session && it.pid !== process.pid);
  if (isAlone) return near.map(({ pid }) => pid);
  const descendants = descendantsOf(root, near);
  return near.map(({ pid }) => pid).filter((pid) => descendants.has(pid) || hasMark(pid, mark));
}

/** Returns a process and its descendants, except those whose parent has ended. */
function descendantsOf(root: number, processes: readonly ProcessFacts[]): ReadonlySet<number> {
  const found = new Set([root]);
  for (const parent of found) {
    for (const it of processes) if (it.parent === parent) found.add(it.pid);
  }
  return found;
}

function hasMark(pid: number, mark: string): boolean {
  // It may have ended, or belong to another user.
  const environ = orElse(() => readFileSync(`/proc/${pid}/environ`, "utf8"), "");
  return environ.split("\0").includes(mark);
}

function kill(pid: number): void {
  orElse(() => process.kill(pid, "SIGKILL"), false); // it has ended, or belongs to another user
}
