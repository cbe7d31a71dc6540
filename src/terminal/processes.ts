import { readdirSync, readFileSync } from "node:fs";

/** Identifiers of a Linux process. Source: proc_pid_stat(5). */
export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
}

/** Returns the visible processes that run; none without /proc. */
export function visibleProcesses(): ProcessFacts[] {
  try {
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return pids.flatMap((pid) => factsOf(pid) ?? []);
  } catch {
    return [];
  }
}

/** @returns undefined for a process that has ended, also for a zombie */
function factsOf(pid: string): ProcessFacts | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The fields follow the name, which may contain parentheses and spaces.
    const [state, parent, group, session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ", 4);
    if (state === "Z" || state === "X") return undefined;
    return {
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      session: Number(session),
    };
  } catch {
    return undefined;
  }
}
