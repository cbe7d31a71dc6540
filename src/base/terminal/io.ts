import { ProgramError } from "../program-error.js";
import type { Secrets } from "../secrets.js";
import type { Clock } from "../time/clock.js";

/** A stream of output. */
export interface Sink {
  /** Whether it is a terminal. */
  readonly isTTY: boolean;
  /** Width of the terminal in columns; undefined when it is not a terminal. */
  readonly columns: number | undefined;
  /** Height of the terminal in lines; undefined when it is not a terminal or the height is unknown. */
  readonly rows?: number | undefined;
  /** Calls back after each change of the terminal's size. Returns a function that stops this. */
  onResize?(listener: () => void): () => void;
  /**
   * Writes text or bytes, and resolves when more may be written (back-pressure).
   * @throws {BrokenPipeError} when the reader is gone
   * @throws {WriteError} when the text could not be written for another reason
   */
  write(text: string | Uint8Array): Promise<void>;
}

/** Stdin: a stream of bytes, and of keys on a terminal. */
export type InputStream = NodeJS.ReadableStream & {
  readonly isTTY?: boolean;
  /** On a terminal: delivers each key as it is pressed, without echo. */
  setRawMode?(raw: boolean): unknown;
};

/** Everything that a command uses outside its memory, as one injected object. */
export interface Io {
  /** Opens stdin, at most once: only a command that reads it, or asks whether it is a terminal, does. */
  readonly stdin: () => InputStream;
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** Secrets to be removed from messages; writes to stderr remove them already. */
  readonly secrets: Secrets;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  /** Aborted when the process is to end; its reason is an {@link Interrupted}. */
  readonly signal: AbortSignal;
  /**
   * Runs a synchronous action when the process ends without unwinding: by a second signal or an
   * uncaught error. Returns a function that cancels this.
   */
  atExit?(action: () => void): () => void;
  /**
   * Shows a text in the user's pager, and resolves when the user leaves it. Absent without a pager.
   * @throws the signal's reason when it is aborted meanwhile
   */
  page?(text: string): Promise<Paged>;
  /** Absent when the terminal cannot stop a process. */
  readonly jobs?: JobControl | undefined;
}

/** Result of showing a text in a pager. */
export interface Paged {
  /** False when the text has to be written without a pager. */
  readonly shown: boolean;
  /** Description of the pager's failure. */
  readonly fault?: string;
}

/** Job control: Ctrl-Z or SIGTSTP stops the process, `fg` continues it. */
export interface JobControl {
  /** Stops the foreground job, this process included, as Ctrl-Z does in the shell. */
  stop(): void;
  /**
   * Calls `before` right before this process is stopped and `after` when it continues. `before` is
   * not awaited. Returns a function that stops this.
   */
  onStop(before: () => void, after: () => void): () => void;
}

/** The reader of a pipe is gone. This ends the work, but is not a failure. */
export class BrokenPipeError extends Error {
  override name = "BrokenPipeError";
}

/** Text could not be written, for example because the disk is full. */
export class WriteError extends ProgramError {
  override name = "WriteError";
  readonly kind = "write";
}

/** Signals that end the process, all in the same way. */
export const END_SIGNALS = ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM"] as const;

export type EndSignal = (typeof END_SIGNALS)[number];

/** A signal asked the process to end, or its terminal is gone (SIGHUP). */
export class Interrupted extends ProgramError {
  override name = "Interrupted";
  readonly kind: Lowercase<EndSignal>;
  constructor(readonly signalName: EndSignal) {
    super(`interrupted by ${signalName}`);
    this.kind = signalName.toLowerCase() as Lowercase<EndSignal>;
  }
}

/** Reports whether a terminal takes text alone: it says so, or says nothing (on Windows none says more). */
export function isDumb({ TERM = "" }: Io["env"], platform = process.platform): boolean {
  return TERM === "dumb" || (TERM === "" && platform !== "win32");
}
