import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { CARRY } from "./bundle.js";
import { extraEnv } from "./extra-env.js";

const PLAIN_ENV = {
  PATH: process.env.PATH ?? "",
  HOME: "/dev/null", // no file can be created there, not even by root
  CARRY_CONFIG_DIR: "/nonexistent/carry-test-config",
  LANG: "C.UTF-8",
};

/** Starts the built `carry` as a process. */
export function startCarry(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  stdin: "ignore" | "pipe" = "ignore",
): ChildProcess {
  return spawn(process.execPath, [CARRY, ...argv], {
    env: { ...PLAIN_ENV, ...extraEnv(), ...env },
    stdio: [stdin, "pipe", "pipe"],
  });
}

/** Runs the built `carry` to its end. @param stdin what it is given to read; nothing when omitted */
export async function runCarry(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  stdin?: string,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = startCarry(argv, env, stdin === undefined ? "ignore" : "pipe");
  child.stdin?.end(stdin);
  return finish(child);
}

/** Runs a line of shell in which `carry` is the built one. */
export async function runShell(
  line: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const prelude = `carry() { "${process.execPath}" "${CARRY}" "$@"; }; `;
  const child = spawn("bash", ["-c", prelude + line], {
    env: { ...PLAIN_ENV, ...extraEnv(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return finish(child);
}

/**
 * Waits for the end of a process, and returns its output, and its exit code: 128 and the number of
 * the signal that ended it, as in a shell.
 */
export async function finish(
  child: ChildProcess,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  const end = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  return { code: exitCodeOf(...end), stdout, stderr };
}

/** Returns what a shell shows as the exit code. */
export function exitCodeOf(code: number | null, signal: NodeJS.Signals | null): number | null {
  return signal === null ? code : 128 + constants.signals[signal];
}
