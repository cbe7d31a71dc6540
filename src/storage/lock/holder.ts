import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { codeOf } from "../system-error.js";

/** A process that holds a lock, as the lock names it. */
export interface Holder {
  readonly pid: number;
  readonly host: string;
  /** What a process number means something in; undefined where the system does not tell. */
  readonly scope: Scope | undefined;
}

/** Together with its number, names a process of Linux for ever. */
interface Scope {
  /** Differs after each start of the machine. */
  readonly boot: string;
  /** The namespace of process numbers: each container has its own. */
  readonly namespace: string;
  /** When the process started, in clock ticks since the boot. */
  readonly started: string;
}

export type Fate = "alive" | "dead" | "unknown";

/** The largest number that a process can have is smaller on every system. */
const MAX_PID = 2 ** 31;

/** Describes this process. */
export function thisProcess(): Holder {
  return { pid: process.pid, host: hostname(), scope: thisScope() };
}

/** Returns the content of a lock. The token makes each lock a different one. */
export function contentOf({ pid, host, scope }: Holder, token: string): string {
  return `${JSON.stringify({ pid, host, ...scope, token })}\n`;
}

/** Reads the content of a lock; undefined for one that is empty, damaged or of another version. */
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
 * Judges whether the holder of a lock still runs. On Linux only a process of the same boot and the
 * same namespace can be judged, since elsewhere its number is another process's or nobody's. Of
 * macOS and Windows the host is all there is to compare, and a number that is in use may be so by
 * another process.
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
    return codeOf(error) !== "ESRCH"; // EPERM: it is another user's
  }
}

/** Tells whether a process is the one that started then; what cannot be read is taken for it. */
function hasStarted(pid: number, started: string): boolean {
  const stat = statusOf(String(pid));
  return stat === undefined || (stat.started === started && !/[ZX]/.test(stat.state));
}

/** Nothing is known where /proc is missing, or shows the processes of another namespace. */
function thisScope(): Scope | undefined {
  const boot = read("/proc/sys/kernel/random/boot_id")?.trim();
  const started = statusOf("self")?.started;
  // One number for each namespace from that of /proc down to that of the process (proc(5)).
  const numbers = /^NSpid:\s*(.*)$/m.exec(read("/proc/self/status") ?? "")?.[1];
  if (!boot || started === undefined || numbers !== String(process.pid)) return undefined;
  try {
    return { boot, namespace: readlinkSync("/proc/self/ns/pid"), started };
  } catch {
    return undefined;
  }
}

/** Fields 3 (a zombie has Z, until it is waited for) and 22 of proc(5). */
function statusOf(pid: string): { state: string; started: string } | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The name, field 2, is in parentheses and may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, started] = [fields[0], fields[19]];
  return state === undefined || started === undefined ? undefined : { state, started };
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
