import { ProgramError } from "../base/program-error.js";

/** A file or directory of carry cannot be read, written or trusted. */
export class StorageError extends ProgramError {
  override name = "StorageError";
  readonly kind: "storage" | "configuration" = "storage";
}
