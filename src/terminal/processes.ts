import { readdirSync, readFileSync } from "node:fs";

/** What Linux tells of a process. Source: proc_pid_stat(5). */
export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
}

/** The processes that run and can be seen; none where there is no /proc. */
export function visibleProcesses(): ProcessFacts[] {
  try {
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return pids.flatMap((pid) => factsOf(pid) ?? []);
  } catch {
    return [];
  }
}

/** @returns undefined for a process that has ended, waited for or not */
function factsOf(pid: string): ProcessFacts | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // Behind the name, which may have brackets and spaces in it.
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
