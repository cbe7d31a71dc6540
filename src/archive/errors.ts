import { ProgramError, type ProgramErrorKind } from "../base/program-error.js";

/** The archive cannot be used: it is missing, damaged, another service's, or out of reach. */
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

/** Returns the error for a file that cannot be used. @param reason what is wrong with it */
export function damaged(name: string, reason: string, cause?: unknown): ArchiveError {
  return new ArchiveError(
    "archive",
    `the archive has a damaged or foreign file: ${name}: ${reason}`,
    "delete it, then `carry archive sync --start 30d` brings back what the service still has; `carry archive status --verify` lists all such files",
    { cause },
  );
}
