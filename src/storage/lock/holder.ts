import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { orElse } from "../../base/or-else.js";
import { codeOf } from "../system-error.js";

/** The process that holds a lock, as written in the lock. */
export interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Scope in which `pid` is unique; undefined when the system does not provide it. */
  readonly scope: Scope | undefined;
}

/** Identifies a process of Linux uniquely, together with its number. */
interface Scope {
  /** Differs after each boot. */
  readonly boot: string;
  /** Namespace of process numbers; each container has its own. */
  readonly namespace: string;
  /** Start time of the process in clock ticks since the boot. */
  readonly started: string;
}

export type Fate = "alive" | "dead" | "unknown";

/** Exclusive maximum of a process number on every system. */
const MAX_PID = 2 ** 31;

/** Describes this process. */
export function thisProcess(): Holder {
  return { pid: process.pid, host: hostname(), scope: thisScope() };
}

/** Returns the content of a lock. The token makes it unique. */
export function contentOf({ pid, host, scope }: Holder, token: string): string {
  return `${JSON.stringify({ pid, host, ...scope, token })}\n`;
}

/** Parses the content of a lock; undefined when it is empty, damaged or of another version. */
export function parseHolder(content: string): Holder | undefined {
  try {
    const { pid, host, boot, namespace, started } = JSON.parse(content) as Record<string, unknown>;
    if (!Number.isInteger(pid) || Number(pid) <= 0 || Number(pid) >= MAX_PID) return undefined;
    if (typeof host !== "string") return undefined;
    const isScoped = [boot, namespace, started].every((it) => typeof it === "string");
    const scope = isScoped ? ({ boot, namespace, started } as Scope) : undefined;
    return { pid: Number(pid), host, scope };
  } catch {
    return undefined; // also JSON that is null
  }
}

/**
 * Judges whether the holder of a lock still runs. On Linux this is known only within the same boot
 * and namespace, since elsewhere its number may belong to another process or to none. On macOS and
 * Windows only the host can be compared, and a number in use may belong to another process.
 */
export function fateOf(holder: Holder | undefined, self: Holder): Fate {
  if (holder === undefined) return "unknown";
  const { scope } = holder;
  if (self.scope !== undefined && scope !== undefined) {
    const isComparable = scope.boot === self.scope.boot && scope.namespace === self.scope.namespace;
    if (!isComparable) return "unknown";
    return exists(holder.pid) && hasStarted(holder.pid, scope.started) ? "alive" : "dead";
  }
  const isHere = process.platform === "darwin" || process.platform === "win32";
  if (!isHere || scope !== undefined || holder.host !== self.host) return "unknown";
  return exists(holder.pid) ? "unknown" : "dead";
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== "ESRCH"; // EPERM: a process of another user
  }
}

/** Reports whether a process started at that time and runs; true when that cannot be read. */
function hasStarted(pid: number, started: string): boolean {
  const stat = statusOf(String(pid));
  return stat === undefined || (stat.started === started && !/[ZX]/.test(stat.state));
}

/** Returns undefined when /proc is missing or shows another namespace. */
function thisScope(): Scope | undefined {
  const boot = read("/proc/sys/kernel/random/boot_id")?.trim();
  const started = statusOf("self")?.started;
  // One number for each namespace from that of /proc down to that of the process (proc(5)).
  const numbers = /^NSpid:\s*(.*)$/m.exec(read("/proc/self/status") ?? "")?.[1];
  if (!boot || started === undefined || numbers !== String(process.pid)) return undefined;
  return orElse(() => ({ boot, namespace: readlinkSync("/proc/self/ns/pid"), started }), undefined);
}

/** Reads fields 3 (state; Z is a zombie) and 22 (start time) of /proc/PID/stat. Source: proc(5). */
function statusOf(pid: string): { state: string; started: string } | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The name, field 2, is in parentheses and may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, started] = [fields[0], fields[19]];
  return state === undefined || started === undefined ? undefined : { state, started };
}

function read(path: string): string | undefined {
  return orElse(() => readFileSync(path, "utf8"), undefined);
}
