import { ProgramError } from "./program-error.js";

/** An invalid command line, reported before any request is sent. */
export class UsageError extends ProgramError {
  override name = "UsageError";
  readonly kind = "usage";
}
