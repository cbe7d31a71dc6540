import { ProgramError } from "./program-error.js";

/** The command line asks for something that cannot be: told before anything is sent. */
export class UsageError extends ProgramError {
  override name = "UsageError";
  readonly kind = "usage";
}
