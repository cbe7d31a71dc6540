import { readdirSync, readFileSync } from "node:fs";

/** What Linux tells of a process. Source: proc_pid_stat(5). */
export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
}

/** The processes that can be seen; none where there is no /proc. */
export function visibleProcesses(): ProcessFacts[] {
  try {
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return pids.flatMap((pid) => factsOf(pid) ?? []);
  } catch {
    return [];
  }
}

/** @returns undefined for a process that has ended */
function factsOf(pid: string): ProcessFacts | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // Behind the name, which may have brackets and spaces in it, and the state.
    const [parent = 0, group = 0, session = 0] = stat
      .slice(stat.lastIndexOf(")") + 4)
      .split(" ", 3)
      .map(Number);
    return { pid: Number(pid), parent, group, session };
  } catch {
    return undefined;
  }
}
