import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finish } from "./process.js";

/** A system call of a program's main thread: its name, and its number among calls of that name. */
export interface Call {
  readonly name: string;
  readonly nth: number;
}

/** Runs a program and returns its calls on files of a directory, in order. */
export async function callsIn(
  directory: string,
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  around: (argv: readonly string[]) => readonly string[] = (it) => it,
): Promise<Call[]> {
  const folder = mkdtempSync(join(tmpdir(), "carry-calls-"));
  const output = join(folder, "calls");
  const strace = traced(["-y", "-o", output, "-e", "trace=%file,%desc"], argv);
  const { code, stdout } = await finish(start(around(strace), env));
  const lines = code === 0 ? readFileSync(output, "utf8").split("\n") : [];
  rmSync(folder, { recursive: true });
  if (code !== 0) throw new Error(stdout);
  const counts = new Map<string, number>();
  return lines.flatMap((line) => {
    const name = /^(\w+)\(/.exec(line)?.[1];
    if (name === undefined) return [];
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    return line.includes(directory) ? [{ name, nth }] : [];
  });
}

/** Returns a command line that signals a program at a call: KILL before it, STOP after it. */
export function signalAt(
  { name, nth }: Call,
  signal: "KILL" | "STOP",
  argv: readonly string[],
): string[] {
  return traced(["-e", `trace=${name}`, "-e", `inject=${name}:signal=${signal}:when=${nth}`], argv);
}

/**
 * Gives the program another stderr than strace: Node makes its own non-blocking, and strace would
 * then lose output that is not read in time.
 */
function traced(options: readonly string[], argv: readonly string[]): string[] {
  return ["strace", ...options, "sh", "-c", 'exec "$@" 2>&1', "sh", ...argv];
}

/** Starts a program with a given environment, in its own process group. */
export function start(argv: readonly string[], env: Readonly<Record<string, string>>) {
  const [program = "", ...rest] = argv;
  return spawn(program, rest, {
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: "pipe",
    detached: true,
  });
}

/** Processes each item, two at a time. */
export async function inTwos<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const lane = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all([lane(), lane()]);
}
