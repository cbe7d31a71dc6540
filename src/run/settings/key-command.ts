import { spawn } from "node:child_process";
import { BOUNDS } from "../../base/bounds.js";
import { shortened } from "../../base/safe-text.js";
import { codeOf } from "../../base/storage/errors.js";
import { Interrupted } from "../../base/terminal/io.js";
import { programsEnv, signalGroup } from "../../base/terminal/programs.js";
import { MINUTE_MS } from "../../base/time/periods.js";

/** Time limit of the command; a password manager may ask for a passphrase meanwhile. */
const TIMEOUT_MS = MINUTE_MS;

/** How long the output of a command that has ended is waited for: an agent may keep its pipes open. */
const LAST_OUTPUT_MS = 500;

export interface KeyCommandOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /**
   * Whether there is a terminal on which the command may ask. If so, it stays in this session, so that the
   * terminal's Ctrl-C reaches all its processes; otherwise it gets a group that can be ended as a whole.
   */
  readonly hasTerminal: boolean;
  /** Waits `ms` milliseconds; rejects when the signal is aborted first. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The first line of a command's output, or the reason for its absence as the end of "the command …". */
export type KeyCommandOutcome =
  | { readonly line: string; readonly fault?: never }
  | { readonly fault: string; readonly line?: never };

/**
 * Runs a command, without a shell and without input, and returns the first line of its output. A command
 * that takes too long, prints too much or is interrupted is ended.
 * @throws the signal's reason when it is aborted meanwhile
 */
export function runKeyCommand(
  words: readonly string[],
  { env, signal, hasTerminal, sleep }: KeyCommandOptions,
): Promise<KeyCommandOutcome> {
  const [file = ""] = words;
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const isAlone = !hasTerminal && process.platform !== "win32";
    const child = start(words, programsEnv(env), isAlone);
    if (child instanceof Error) return resolve({ fault: notStarted(file, child) });
    const over = new AbortController();
    const end = (settle: () => void) => {
      over.abort();
      signal.removeEventListener("abort", onAbort);
      child.stdout.destroy(); // other processes of the command may hold them open
      child.stderr.destroy();
      settle();
    };
    const fail = (fault: string) => end(() => resolve({ fault }));
    const stop = () => (isAlone ? signalGroup(child, "SIGKILL") : child.kill("SIGKILL"));
    const stopFor = (fault: string) => {
      stop();
      fail(fault + said(stderr(), stdout()));
    };
    const tooMuch = `printed more than ${BOUNDS.keyCommand.outputBytes / 1024} kB and was stopped`;
    const stdout = collect(child.stdout, () => stopFor(tooMuch));
    const stderr = collect(child.stderr, () => stopFor(tooMuch));
    const onAbort = () => {
      stop();
      end(() => reject(signal.reason));
    };
    signal.addEventListener("abort", onAbort);
    const tooLong = `printed no key within ${TIMEOUT_MS / 1000} s and was stopped`;
    sleep(TIMEOUT_MS, over.signal).then(
      () => stopFor(tooLong),
      () => {},
    );
    child.on("error", (error) => fail(notStarted(file, error)));
    child.on("exit", (code, signalName) => {
      // Ctrl-C goes to both processes, and the command may end before this one gets the signal.
      const interruption = hasTerminal ? interruptionOf(signalName) : undefined;
      if (interruption !== undefined) return end(() => reject(interruption));
      const settle = () => {
        const line = firstLine(stdout());
        if (code === 0 && line !== "") return end(() => resolve({ line }));
        const fault = code === 0 ? "printed an empty first line" : endedWith(code, signalName);
        fail(fault + (code === 0 ? "" : said(stderr(), stdout())));
      };
      child.once("close", settle); // its last output was read
      setTimeout(() => setImmediate(settle), LAST_OUTPUT_MS).unref();
    });
  });
}

function endedWith(code: number | null, signalName: NodeJS.Signals | null): string {
  return `ended with ${signalName ?? `exit code ${code}`}`;
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
function said(stderr: string, stdout: string): string {
  const secret = firstLine(stdout);
  const text = (secret === "" ? stderr : stderr.replaceAll(secret, "****"))
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("; ");
  return text === "" ? "" : `: ${shortened(text, BOUNDS.quoted.aside)}`;
}

function notStarted(file: string, error: unknown): string {
  const code = codeOf(error);
  if (code === "ENOENT") return `cannot be run: the program "${file}" was not found`;
  if (code === "EACCES") return `cannot be run: "${file}" is not executable`;
  return `cannot be run: ${error instanceof Error ? error.message : String(error)}`;
}
