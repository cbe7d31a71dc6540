import { ProgramError } from "../base/program-error.js";

/** Kinds of failures of an archive; see `ProgramErrorKind`. */
export type ArchiveErrorKind =
  | "archive"
  | "archive_missing"
  | "archive_origin"
  | "archive_locked"
  | "archive_unreachable"
  | "archive_unexpected"
  | "archive_refused";

/** The archive cannot be used: it is missing, damaged, another service's, locked or out of reach. */
export class ArchiveError extends ProgramError {
  override name = "ArchiveError";

  constructor(
    readonly kind: ArchiveErrorKind,
    message: string,
    hint?: string,
    options?: ErrorOptions,
  ) {
    super(message, hint, options);
  }
}
