import { ExitCode } from "./exit-codes.js";
import { type ErrorKind, MEANINGS } from "./kinds.js";

/** Description of an error for the user; its kind determines everything else. */
export interface Failure {
  readonly kind: ErrorKind;
  /** Error code for programs; the service's own, if it sent one. */
  readonly code: string;
  readonly message: string;
  readonly status?: number | undefined;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
  readonly hint?: string | undefined;
  /** The message in two or three words, such as `rate limited`; only for failures of the service. */
  readonly brief?: string | undefined;
  /** Cursor from which a listing continues. */
  readonly cursor?: string | undefined;
}

/** Returns the exit code of a failure; 0 without one. */
export function exitCodeOf(failure: Failure | undefined): ExitCode {
  return failure === undefined ? ExitCode.done : MEANINGS[failure.kind].exitCode;
}

/** Returns the most serious failure, which determines the exit code; the first of equal ones. */
export function gravestOf(failures: readonly (Failure | undefined)[]): Failure | undefined {
  let gravest: Failure | undefined;
  for (const failure of failures) if (exitCodeOf(failure) > exitCodeOf(gravest)) gravest = failure;
  return gravest;
}
