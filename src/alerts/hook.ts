import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { onAbort } from "../base/functions.js";
import type { Io } from "../base/terminal/io.js";
import { programsEnv, signalGroup } from "../base/terminal/programs.js";
import type { Message } from "./message.js";

/** Time limit of the command. */
const LIMIT_MS = 30_000;

/** Time that its processes have to end after SIGTERM. */
const GRACE_MS = 2_000;

/** Maximum number of characters of its stderr in a warning; the rest is read and dropped. */
const MOST_QUOTED = 300;

/** How the command ended. */
export type HookOutcome =
  | { readonly delivered: true; readonly fault?: string }
  | {
      readonly delivered: false;
      /** The end of "the command …". */
      readonly fault: string;
      readonly ranOutOfTime: boolean;
    };

/** What a hook needs of {@link Io}. */
export type HookIo = Pick<Io, "env" | "clock" | "signal" | "atExit">;

/**
 * Runs the command of `--on-alert` with an event on stdin, in a process group of its own, until its last
 * process has ended. After 30 seconds, or when carry is interrupted, the whole group is ended. Nothing
 * of the event is part of the command line.
 * @throws the signal's reason when it is aborted meanwhile
 */
export async function runHook(
  command: string,
  { line, env }: Pick<Message, "line" | "env">,
  io: HookIo,
  platform: NodeJS.Platform = process.platform,
): Promise<HookOutcome> {
  io.signal.throwIfAborted();
  const child = start(command, { ...programsEnv(io.env, platform), ...env }, platform);
  if (child instanceof Error) return failed(`cannot be run: ${child.message}`);
  const said = collect(child);
  const end = ender(child, io, platform);
  let ranOut = false;
  const cancelLimit = io.clock.after(LIMIT_MS, () => {
    ranOut = true;
    end.gently();
  });
  const stopFollowing = onAbort(io.signal, end.gently);
  const cancelExit = io.atExit?.(end.atOnce);
  try {
    const { code, signal, error } = await ended(child, line);
    io.signal.throwIfAborted();
    if (error !== undefined) return failed(`cannot be run: ${error.message}`);
    if (code === 0) return ranOut ? { delivered: true, fault: LEFT_BEHIND } : { delivered: true };
    const how = ranOut
      ? `did not end within ${LIMIT_MS / 1000} s and was ended`
      : `ended with ${signal ?? `exit code ${code}`}`;
    return { delivered: false, fault: how + said(), ranOutOfTime: ranOut };
  } finally {
    cancelLimit();
    end.cancel();
    stopFollowing();
    cancelExit?.();
  }
}

const LEFT_BEHIND = `left processes behind, which were ended after ${LIMIT_MS / 1000} s`;

function failed(fault: string): HookOutcome {
  return { delivered: false, fault, ranOutOfTime: false };
}

function shellOfWindows(env: Io["env"]): string {
  const own = Object.entries(env).find(([name]) => name.toUpperCase() === "COMSPEC")?.[1];
  return own ?? "cmd";
}

/** Starts the command in a shell. @returns an error that `spawn` throws instead of emitting it */
function start(
  command: string,
  env: Record<string, string | undefined>,
  platform: NodeJS.Platform,
): ChildProcess | Error {
  const pipe = "pipe" as const;
  try {
    return platform === "win32"
      ? spawn(shellOfWindows(env), ["/d", "/s", "/c", `"${command}"`], {
          env,
          stdio: [pipe, pipe, pipe],
          windowsHide: true,
          windowsVerbatimArguments: true,
        })
      : // Processes in the background hold the fourth pipe, also with their output redirected.
        spawn("sh", ["-c", command], { env, stdio: [pipe, pipe, pipe, pipe], detached: true });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

interface End {
  readonly code?: number | null;
  readonly signal?: NodeJS.Signals | null;
  readonly error?: Error;
}

/** Resolves when the last process of the command has ended, or it could not be started. */
function ended(child: ChildProcess, line: string): Promise<End> {
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ error }));
    child.on("close", (code, signal) => resolve({ code, signal }));
    child.stdin?.on("error", () => {}); // a command need not read the event
    child.stdin?.end(line);
    for (const stream of child.stdio.slice(1)) stream?.on("error", () => {});
  });
}

/** Reads the output of a command to its end; returns what it wrote to stderr first, for a warning. */
function collect({ stdio }: ChildProcess): () => string {
  let text = "";
  const [, stdout, stderr, ...others] = stdio;
  for (const stream of [stdout, ...others]) if (stream && "resume" in stream) stream.resume();
  stderr?.on("data", (chunk: Buffer) => {
    if (text.length < MOST_QUOTED) text += chunk.toString("utf8");
  });
  return () => {
    const lines = text.split("\n").map((it) => it.trim());
    const said = lines.filter((it) => it !== "").join("; ");
    if (said === "") return "";
    return `: ${said.length > MOST_QUOTED ? `${said.slice(0, MOST_QUOTED)}...` : said}`;
  };
}

/** Returns ways to end the command with all its processes. */
function ender(child: ChildProcess, { clock, env }: HookIo, platform: NodeJS.Platform) {
  let cancel = () => {};
  const atOnce = () => {
    if (platform === "win32") return endTree(child, env);
    signalGroup(child, "SIGKILL");
    // A process in a session of its own may hold the pipes open.
    for (const stream of child.stdio) stream?.destroy();
  };
  return {
    atOnce,
    gently() {
      if (platform === "win32") return endTree(child, env);
      signalGroup(child, "SIGTERM");
      cancel();
      cancel = clock.after(GRACE_MS, atOnce);
    },
    cancel: () => cancel(),
  };
}

function endTree({ pid }: ChildProcess, env: Io["env"]): void {
  if (pid === undefined) return;
  const options = { env: programsEnv(env, "win32"), windowsHide: true };
  spawnSync("taskkill", ["/pid", String(pid), "/t", "/f"], options);
}
