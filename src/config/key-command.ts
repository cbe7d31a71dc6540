import { spawn } from "node:child_process";
import { codeOf } from "../storage/system-error.js";

/** How long a command may take; a password manager may ask for a passphrase meanwhile. */
const TIMEOUT_MS = 60_000;

/** Nobody prints more than this before or after a key. */
const MAX_OUTPUT = 64 * 1024;
const MAX_TOLD = 300;

export interface KeyCommandOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Waits that many milliseconds; rejects when the signal is aborted first. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** What came of a command: its first line, or why there is none, as the end of "the command …". */
export type KeyCommandOutcome =
  | { readonly line: string; readonly fault?: never }
  | { readonly fault: string; readonly line?: never };

/**
 * Runs a command, without a shell and without input, for the first line that it prints.
 * @throws the signal's reason when it is aborted meanwhile
 */
export function runKeyCommand(
  words: readonly string[],
  { env, signal, sleep }: KeyCommandOptions,
): Promise<KeyCommandOutcome> {
  const [file = "", ...args] = words;
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const child = start(file, args, env);
    if (child instanceof Error) return resolve({ fault: notStarted(file, child) });
    const stdout = collect(child.stdout);
    const stderr = collect(child.stderr);
    const over = new AbortController();
    const end = (settle: () => void) => {
      over.abort();
      signal.removeEventListener("abort", onAbort);
      child.kill("SIGKILL");
      child.stdout.destroy(); // what it has started may hold them open
      child.stderr.destroy();
      settle();
    };
    const tell = (fault: string) =>
      end(() => resolve({ fault: fault + afterwards(stderr(), stdout()) }));
    const onAbort = () => end(() => reject(signal.reason));
    const tooLong = () => tell(`printed no key within ${TIMEOUT_MS / 1000} s and was stopped`);
    sleep(TIMEOUT_MS, over.signal).then(tooLong, () => {});
    signal.addEventListener("abort", onAbort);
    child.on("error", (error) => tell(notStarted(file, error)));
    // A helper that stays behind (an agent) keeps the pipes open: a line or a failure is enough.
    child.on("exit", (code, signalName) => {
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

/** @returns an error that the system did not take the time to tell as an event */
function start(file: string, args: readonly string[], env: KeyCommandOptions["env"]) {
  const stdio: ["ignore", "pipe", "pipe"] = ["ignore", "pipe", "pipe"];
  try {
    return spawn(file, args, { env: { ...env }, stdio, windowsHide: true });
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
