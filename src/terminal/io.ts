import type { Clock } from "../base/clock.js";
import { ProgramError } from "../base/program-error.js";
import type { Secrets } from "../base/secrets.js";

/**
 * Everything a command may touch outside its own process memory, as one injected object:
 * streams, environment, clock, randomness and the signal that ends it early.
 */

/** A place that text is written to. */
export interface Sink {
  /** True when a person reads it on a terminal. */
  readonly isTTY: boolean;
  /** Width of the terminal in columns; undefined when it is no terminal. */
  readonly columns: number | undefined;
  /** Height of the terminal in lines; absent or undefined when it is none or does not say. */
  readonly rows?: number | undefined;
  /** Calls back after each change of the terminal's size, until what it returns is called. */
  onResize?(listener: () => void): () => void;
  /**
   * Looks whether the reader of a pipe has gone away, which else only a write tells. Those who want
   * to know later call it once before they write; false where it cannot be told.
   */
  readerIsGone?(): boolean;
  /**
   * Writes text, or bytes as they are, and resolves when more may be written (back-pressure).
   * @throws {BrokenPipeError} when the reader has gone away
   * @throws {WriteError} when the text could not be written for another reason
   */
  write(text: string | Uint8Array): Promise<void>;
}

export interface Io {
  readonly stdin: NodeJS.ReadableStream & {
    readonly isTTY?: boolean;
    /** On a terminal: gives each key as it is pressed, and shows none of them. */
    setRawMode?(raw: boolean): unknown;
  };
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** What must not be in any message; stderr is without it already. */
  readonly secrets: Secrets;
  /** A number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  /** Aborted when the process is asked to end; its reason is an {@link Interrupted}. */
  readonly signal: AbortSignal;
  /**
   * Runs an action, which must not wait, when the process ends without unwinding: by a second
   * signal, or an error that nobody caught. Not any more once what it returns is called.
   */
  atExit?(action: () => void): () => void;
  /**
   * Shows a text with the user's pager, and resolves once it has been left. Absent where there is none.
   * @throws the signal's reason when the process is asked to end meanwhile
   */
  page?(text: string): Promise<Paged>;
  /** Absent where the terminal cannot stop a process. */
  readonly jobs?: JobControl | undefined;
}

/** What became of a text that was given to a pager. */
export interface Paged {
  /** False where it has to be written without one. */
  readonly shown: boolean;
  /** What went wrong with the pager. */
  readonly fault?: string;
}

/** Being stopped by Ctrl-Z or SIGTSTP, and going on with `fg`. */
export interface JobControl {
  /** Stops what runs in the foreground, this process with it, as Ctrl-Z does in the shell. */
  stop(): void;
  /**
   * Calls back right before this process is stopped, which must not wait, and when it goes on,
   * until what it returns is called.
   */
  onStop(before: () => void, after: () => void): () => void;
}

/** The reader of a pipe has gone away: the work is over, and that is no failure. */
export class BrokenPipeError extends Error {
  override name = "BrokenPipeError";
}

/** Text could not be written, for example because the disk is full. */
export class WriteError extends ProgramError {
  override name = "WriteError";
  readonly kind = "write";
}

/** The signals that ask a process to end; each is unwound for in the same way. */
export const END_SIGNALS = ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM"] as const;

export type EndSignal = (typeof END_SIGNALS)[number];

/** The process was asked to end by a signal, or its terminal is gone, which SIGHUP tells. */
export class Interrupted extends ProgramError {
  override name = "Interrupted";
  readonly kind: Lowercase<EndSignal>;
  constructor(readonly signalName: EndSignal) {
    super(`interrupted by ${signalName}`);
    this.kind = signalName.toLowerCase() as Lowercase<EndSignal>;
  }
}
