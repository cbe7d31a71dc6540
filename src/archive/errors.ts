import { ProgramError, type ProgramErrorKind } from "../base/program-error.js";

/** The archive cannot be used: it is missing, damaged, another service's, locked or out of reach. */
export class ArchiveError extends ProgramError {
  override name = "ArchiveError";

  constructor(
    readonly kind: Extract<ProgramErrorKind, `archive${string}`>,
    message: string,
    hint?: string,
    options?: ErrorOptions,
  ) {
    super(message, hint, options);
  }
}
