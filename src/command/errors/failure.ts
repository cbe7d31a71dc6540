import type { ExitCode } from "./exit-codes.js";

/** What the user is told of an error, and how the process ends. */
export interface Failure {
  /** For programs; the service's own code where it gave one. */
  readonly code: string;
  readonly message: string;
  readonly exitCode: ExitCode;
  /** True when the same call may succeed later. */
  readonly retryable: boolean;
  readonly status?: number | undefined;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
  readonly hint?: string | undefined;
  /** From which cursor a listing goes on. */
  readonly cursor?: string | undefined;
}

/** What is told of an error of a certain class; the rest is the error's message, and no retry. */
export type Told = Pick<Failure, "exitCode" | "code"> & Partial<Failure>;
