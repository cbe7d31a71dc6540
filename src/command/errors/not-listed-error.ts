import { ProgramError } from "../../base/program-error.js";

/** Something asked for by name is not among what the service lists. */
export class NotListedError extends ProgramError {
  override name = "NotListedError";
  readonly kind = "not_listed";
}
