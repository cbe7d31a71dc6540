import { readdirSync, readFileSync } from "node:fs";
import { orElse } from "../base/or-else.js";

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
