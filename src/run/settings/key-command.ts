import { spawn } from "node:child_process";
import { BOUNDS } from "../../base/bounds.js";
import { shortened } from "../../base/safe-text.js";
import { codeOf } from "../../base/storage/errors.js";
import { Interrupted } from "../../base/terminal/io.js";
import { endCommand, programsEnv } from "../../base/terminal/programs.js";
import { MINUTE_MS } from "../../base/time/periods.js";

/** Time limit of the command; a password manager may ask for a passphrase meanwhile. */
const TIMEOUT_MS = MINUTE_MS;

/** How long the last output of a command that failed is waited for: an agent may keep its pipes open. */
const LAST_OUTPUT_MS = 500;

/** Environment variable that marks the processes of the command. */
const MARK = "CARRY_KEY_COMMAND";

export interface KeyCommandOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /**
   * Whether there is a terminal on which the command may ask. If so, it stays in this session;
   * otherwise it gets its own session, which can be ended as a whole.
   */
  readonly hasTerminal: boolean;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  /** Waits `ms` milliseconds; rejects when the signal is aborted first. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The first line of a command's output, or the reason for its absence as the end of "the command …". */
export type KeyCommandOutcome =
  | { readonly line: string; readonly fault?: never }
  | { readonly fault: string; readonly line?: never };

/**
 * Runs a command, without a shell and without input, and returns the first line of its output. When
 * it takes too long or is interrupted, the processes that it has started end too; when it ends by
 * itself, they keep running.
 * @throws the signal's reason when it is aborted meanwhile
 */
export function runKeyCommand(
  words: readonly string[],
  options: KeyCommandOptions,
): Promise<KeyCommandOutcome> {
  const [file = ""] = words;
  const { signal, sleep } = options;
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const mark = `${process.pid}-${options.random().toString(36).slice(2)}`;
    const isAlone = !options.hasTerminal && process.platform !== "win32";
    const child = start(words, { ...programsEnv(options.env), [MARK]: mark }, isAlone);
    if (child instanceof Error) return resolve({ fault: notStarted(file, child) });
    const tooMuch = () => {
      stop();
      fail(`printed more than ${BOUNDS.keyCommand.outputBytes / 1024} kB and was stopped`);
    };
    const stdout = collect(child.stdout, tooMuch);
    const stderr = collect(child.stderr, tooMuch);
    const over = new AbortController();
    const end = (settle: () => void) => {
      over.abort();
      signal.removeEventListener("abort", onAbort);
      child.stdout.destroy(); // other processes of the command may hold them open
      child.stderr.destroy();
      settle();
    };
    const fail = (fault: string) =>
      end(() => resolve({ fault: fault + afterwards(stderr(), stdout()) }));
    const stop = () => endCommand({ child, isAlone, mark: `${MARK}=${mark}` });
    const onAbort = () => {
      stop();
      end(() => reject(signal.reason));
    };
    const tooLong = () => {
      stop();
      fail(`printed no key within ${TIMEOUT_MS / 1000} s and was stopped`);
    };
    sleep(TIMEOUT_MS, over.signal).then(tooLong, () => {});
    signal.addEventListener("abort", onAbort);
    child.on("error", (error) => fail(notStarted(file, error)));
    // A process that stays behind (an agent) keeps the pipes open, so "close" may never come.
    child.on("exit", (code, signalName) => {
      // Ctrl-C goes to both processes, and the command may end before this one gets the signal.
      const interruption = options.hasTerminal ? interruptionOf(signalName) : undefined;
      if (interruption !== undefined) {
        stop();
        return end(() => reject(interruption));
      }
      const line = firstLine(stdout());
      if (code === 0 && line !== "" && stdout().includes("\n")) end(() => resolve({ line }));
      if (code === 0) return;
      const because = () => fail(`ended with ${signalName ?? `exit code ${code}`}`);
      child.once("close", because); // its last output was read
      /* What was printed by then is read before the check phase, however late the timer is. */
      setTimeout(() => setImmediate(because), LAST_OUTPUT_MS).unref();
    });
    child.on("close", (code) => {
      if (code !== 0) return;
      if (firstLine(stdout()) === "") fail("printed an empty first line");
      else end(() => resolve({ line: firstLine(stdout()) }));
    });
  });
}

/** Returns the interruption of a command by the terminal, which applies to carry as well. */
function interruptionOf(signalName: NodeJS.Signals | null): Interrupted | undefined {
  const name = (["SIGINT", "SIGQUIT", "SIGHUP"] as const).find((it) => it === signalName);
  return name === undefined ? undefined : new Interrupted(name);
}

/** Starts the command. @returns an error that `spawn` throws instead of emitting it */
function start(
  [file = "", ...args]: readonly string[],
  env: Record<string, string | undefined>,
  detached: boolean,
) {
  const stdio: ["ignore", "pipe", "pipe"] = ["ignore", "pipe", "pipe"];
  try {
    return spawn(file, args, { env, stdio, detached, windowsHide: true });
  } catch (error) {
    return error as Error;
  }
}

function collect(stream: NodeJS.ReadableStream, onTooMuch: () => void): () => string {
  const parts: Buffer[] = [];
  let size = 0;
  stream.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > BOUNDS.keyCommand.outputBytes) onTooMuch();
    else parts.push(chunk);
  });
  return () => Buffer.concat(parts).toString("utf8");
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]?.replace(/\r$/, "") ?? "";
}

/** Returns what the command wrote to stderr, with the key removed, to follow the reason. */
function afterwards(stderr: string, stdout: string): string {
  const secret = firstLine(stdout);
  const said = (secret === "" ? stderr : stderr.replaceAll(secret, "****"))
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("; ");
  if (said === "") return "";
  return `: ${shortened(said, BOUNDS.quoted.aside)}`;
}

function notStarted(file: string, error: unknown): string {
  const code = codeOf(error);
  if (code === "ENOENT") return `cannot be run: the program "${file}" was not found`;
  if (code === "EACCES") return `cannot be run: "${file}" is not executable`;
  if (code === "EINVAL" && /\.(cmd|bat)$/i.test(file)) {
    return `cannot be run: "${file}" is a batch file, which needs "cmd /c" before it`;
  }
  return `cannot be run: ${error instanceof Error ? error.message : String(error)}`;
}
