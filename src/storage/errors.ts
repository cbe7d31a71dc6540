import { ProgramError } from "../base/program-error.js";

/** A file or directory of carry's own cannot be read or written, or may not be trusted. */
export class StorageError extends ProgramError {
  override name = "StorageError";
  readonly kind: "storage" | "configuration" = "storage";
}
