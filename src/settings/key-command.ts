import { spawn } from "node:child_process";
import { MINUTE_MS } from "../base/periods.js";
import { codeOf } from "../storage/system-error.js";
import { Interrupted } from "../terminal/io.js";
import { endCommand } from "./end-command.js";

/** How long a command may take; a password manager may ask for a passphrase meanwhile. */
const TIMEOUT_MS = MINUTE_MS;

/** Nobody prints more than this before or after a key. */
const MAX_OUTPUT = 64 * 1024;
const MAX_TOLD = 300;

/** The variable of its environment that tells what a command has started from all else. */
const MARK = "CARRY_KEY_COMMAND";

export interface KeyCommandOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /**
   * Whether there is a terminal that the command may ask on. It stays in the session then; else it
   * gets one of its own, with which it can be ended as a whole.
   */
  readonly hasTerminal: boolean;
  /** A number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  /** Waits that many milliseconds; rejects when the signal is aborted first. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** What came of a command: its first line, or why there is none, as the end of "the command …". */
export type KeyCommandOutcome =
  | { readonly line: string; readonly fault?: never }
  | { readonly fault: string; readonly line?: never };

/**
 * Runs a command, without a shell and without input, for the first line that it prints. What it has
 * started ends with it when it takes too long or is interrupted; helpers that stay behind when it
 * ends by itself are left alone.
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
    const child = start(words, { ...options.env, [MARK]: mark }, isAlone);
    if (child instanceof Error) return resolve({ fault: notStarted(file, child) });
    const stdout = collect(child.stdout);
    const stderr = collect(child.stderr);
    const over = new AbortController();
    const end = (settle: () => void) => {
      over.abort();
      signal.removeEventListener("abort", onAbort);
      child.stdout.destroy(); // what it has started may hold them open
      child.stderr.destroy();
      settle();
    };
    const tell = (fault: string) =>
      end(() => resolve({ fault: fault + afterwards(stderr(), stdout()) }));
    const stop = () => endCommand({ child, isAlone, mark: `${MARK}=${mark}` });
    const onAbort = () => {
      stop();
      end(() => reject(signal.reason));
    };
    const tooLong = () => {
      stop();
      tell(`printed no key within ${TIMEOUT_MS / 1000} s and was stopped`);
    };
    sleep(TIMEOUT_MS, over.signal).then(tooLong, () => {});
    signal.addEventListener("abort", onAbort);
    child.on("error", (error) => tell(notStarted(file, error)));
    // A helper that stays behind (an agent) keeps the pipes open: a line or a failure is enough.
    child.on("exit", (code, signalName) => {
      // Ctrl-C goes to both of them, and it is not said who is told of it first.
      const interruption = options.hasTerminal ? interruptionOf(signalName) : undefined;
      if (interruption !== undefined) {
        stop();
        return end(() => reject(interruption));
      }
      const line = firstLine(stdout());
      if (code === 0 && line !== "" && stdout().includes("\n")) end(() => resolve({ line }));
      // What it has said last is read in the same turn of the loop.
      if (code !== 0) setImmediate(() => tell(`ended with ${signalName ?? `exit code ${code}`}`));
    });
    child.on("close", (code) => {
      if (code !== 0) return;
      if (firstLine(stdout()) === "") tell("printed nothing in its first line");
      else end(() => resolve({ line: firstLine(stdout()) }));
    });
  });
}

/** The end of a command that the terminal has ended, which is meant for carry as well. */
function interruptionOf(signalName: NodeJS.Signals | null): Interrupted | undefined {
  const name = (["SIGINT", "SIGQUIT", "SIGHUP"] as const).find((it) => it === signalName);
  return name === undefined ? undefined : new Interrupted(name);
}

/** @returns an error that the system did not take the time to tell as an event */
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

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = "";
  stream.on("data", (chunk: Buffer) => {
    if (text.length < MAX_OUTPUT) text += chunk.toString("utf8");
  });
  return () => text;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]?.replace(/\r$/, "") ?? "";
}

/** What the command said of its failure, without the key should it say that too. */
function afterwards(stderr: string, stdout: string): string {
  const secret = firstLine(stdout);
  const said = (secret === "" ? stderr : stderr.replaceAll(secret, "****"))
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("; ");
  if (said === "") return "";
  return `: ${said.length > MAX_TOLD ? `${said.slice(0, MAX_TOLD)}...` : said}`;
}

function notStarted(file: string, error: unknown): string {
  const code = codeOf(error);
  if (code === "ENOENT") return `cannot be run: there is no program "${file}"`;
  if (code === "EACCES") return `cannot be run: "${file}" is not a program one may run`;
  if (code === "EINVAL" && /\.(cmd|bat)$/i.test(file)) {
    return `cannot be run: "${file}" is a batch file, which needs "cmd /c" before it`;
  }
  return `cannot be run: ${error instanceof Error ? error.message : String(error)}`;
}
