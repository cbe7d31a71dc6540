import type { ChildProcess } from "node:child_process";
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

/** Sends a signal to a program that was started `detached`, and to the processes of its group. */
export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  orElse(() => process.kill(-pid, signal), false); // it has ended
}
