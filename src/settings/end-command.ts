import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { type ProcessFacts, visibleProcesses } from "../terminal/processes.js";

/** How a command was started whose processes are to end with it. */
export interface StartedCommand {
  readonly child: ChildProcess;
  /** Whether it has a session, and so a process group, of its own. */
  readonly isAlone: boolean;
  /** A variable of its environment, `name=value`, that no other process has. */
  readonly mark: string;
}

/** A process that starts others faster than they are ended is left after this many rounds. */
const MOST_ROUNDS = 10;

/**
 * Ends a command and what it has started: its process group, and on Linux its session. What has made
 * a session of its own, such as an agent, stays. A command that shares the session of this process is
 * told apart on Linux by its descendants and, since these may have lost their parents, by its mark;
 * elsewhere it ends alone.
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

/** A process and all that have come from it, without those whose parent has ended. */
function descendantsOf(root: number, processes: readonly ProcessFacts[]): ReadonlySet<number> {
  const found = new Set([root]);
  for (const parent of found) {
    for (const it of processes) if (it.parent === parent) found.add(it.pid);
  }
  return found;
}

function hasMark(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(mark);
  } catch {
    return false; // it has ended, or is not ours
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it has ended, or is not ours
  }
}
