import { ExitCode } from "./exit-codes.js";
import { type ErrorKind, MEANINGS } from "./kinds.js";

/** What the user is told of an error. What it means beyond that is up to its kind. */
export interface Failure {
  readonly kind: ErrorKind;
  /** For programs; the service's own code where it gave one. */
  readonly code: string;
  readonly message: string;
  readonly status?: number | undefined;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
  readonly hint?: string | undefined;
  /** The message in two or three words, such as `rate limited`; only of what the service caused. */
  readonly brief?: string | undefined;
  /** From which cursor a listing goes on. */
  readonly cursor?: string | undefined;
}

/** The exit code that a failure stands for; that of success where there is none. */
export function exitCodeOf(failure: Failure | undefined): ExitCode {
  return failure === undefined ? ExitCode.done : MEANINGS[failure.kind].exitCode;
}

/** The gravest of some failures, which decides how the process ends; of equal ones the first. */
export function gravestOf(failures: readonly (Failure | undefined)[]): Failure | undefined {
  let gravest: Failure | undefined;
  for (const failure of failures) if (exitCodeOf(failure) > exitCodeOf(gravest)) gravest = failure;
  return gravest;
}
