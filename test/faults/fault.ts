import type { ExitCode } from "../../src/command/errors/exit-codes.js";

/** What one command line printed, and how it ended. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A fault that has been set up and waits for a command to run into it. */
export interface Staged {
  readonly env?: Readonly<Record<string, string>>;
  readonly argv?: readonly string[];
  /** What is another at each run, such as a port, and what the page calls it. */
  readonly names?: Readonly<Record<string, string>>;
  /** How many requests have come. */
  readonly requests?: () => number;
}

interface Told {
  readonly id: string;
  /** What happens. */
  readonly what: string;
  /** The whole of stderr. */
  readonly sees: string;
  readonly exit: ExitCode;
}

/** A fault that `carry positions list` runs into, in every format. */
export interface StagedFault extends Told {
  readonly stage: () => Promise<Staged> | Staged;
  /** How many requests it takes, retries included. */
  readonly requests?: number;
  /** What is on stdout of csv; no json is ever closed unless it is the whole. "nothing" if omitted. */
  readonly stdout?: "nothing" | "part" | "whole";
  /** What json has in it, to the letter. */
  readonly kept?: string;
  /** Run the built program as a process of its own, since Node reads the environment at its start. */
  readonly asProcess?: true;
  readonly needs?: Need;
}

/** A fault that is played by hand. */
export interface PlayedFault extends Told {
  readonly play: () => Promise<Outcome>;
  /** What becomes of the data, in words. */
  readonly stdout: string;
  readonly needs?: Need;
}

export type Fault = StagedFault | PlayedFault;

/** What not every machine has. */
export type Need = "openssl" | "ipv6" | "linux";

export interface FaultGroup {
  readonly title: string;
  readonly faults: readonly Fault[];
}
