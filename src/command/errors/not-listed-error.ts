import { ProgramError } from "../../base/program-error.js";

/** A name is not in a listing of the service. */
export class NotListedError extends ProgramError {
  override name = "NotListedError";
  readonly kind = "not_listed";
}
