import type { ExitCode } from "../../src/run/errors/exit-codes.js";

/** Output and exit code of one command line. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What reached a server. */
export interface Asked {
  readonly requests: () => number;
  readonly connections: () => number;
}

/** A fault that is set up. */
export interface Staged {
  readonly env?: Readonly<Record<string, string>>;
  readonly argv?: readonly string[];
  /** Values that differ between runs, such as a port, with their names in `sees`. */
  readonly names?: Readonly<Record<string, string>>;
  /** The servers that the command may ask; absent where nothing listens. */
  readonly asked?: Asked;
}

interface DescribedFault {
  readonly id: string;
  /** Description. */
  readonly what: string;
  /** The whole of stderr. */
  readonly sees: string;
  readonly exit: ExitCode;
}

/** A fault of `carry positions list`, in every format. */
export interface StagedFault extends DescribedFault {
  readonly stage: () => Promise<Staged> | Staged;
  /** Number of requests, including retries; an attempt may open one connection, and one more in all. */
  readonly requests?: number;
  /** Output of csv; json is only closed if it is complete. "nothing" if omitted. */
  readonly stdout?: "nothing" | "part" | "whole";
  /** Exact text that json contains. */
  readonly kept?: string;
  /** Runs the built program as a process, since Node reads the environment at its start. */
  readonly asProcess?: true;
  readonly needs?: Need;
}

/** A fault with its own test. */
export interface PlayedFault extends DescribedFault {
  readonly play: () => Promise<Outcome>;
  readonly needs?: Need;
}

export type Fault = StagedFault | PlayedFault;

/** Tools that not every machine has. */
export type Need = "openssl" | "ipv6" | "linux";

export interface FaultGroup {
  readonly title: string;
  readonly faults: readonly Fault[];
}
