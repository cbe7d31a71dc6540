/**
 * What went wrong in the program itself, rather than with the service:
 * - `usage`: something that was typed cannot be.
 * - `invalid_setting`: a setting has a value that it cannot have.
 * - `unknown_profile`: a profile is named that does not exist.
 * - `invalid_key`: a text that was given as the API key cannot be one.
 * - `key_unavailable`: there is a key, and it may not be used or could not be had.
 * - `not_listed`: something asked for by name is not among what the service lists.
 * - `configuration`: the configuration cannot be read or written.
 * - `storage`: another file of carry's own cannot be read or written, or may not be trusted.
 * - `write`: the output could not be written.
 * - `sighup`, `sigint`, `sigquit`, `sigterm`: a signal asked the process to end.
 */
export type ProgramErrorKind =
  | "usage"
  | "invalid_setting"
  | "unknown_profile"
  | "invalid_key"
  | "key_unavailable"
  | "not_listed"
  | "configuration"
  | "storage"
  | "write"
  | "sighup"
  | "sigint"
  | "sigquit"
  | "sigterm";

/** A failure of the program itself. */
export abstract class ProgramError extends Error {
  /** What went wrong. */
  abstract readonly kind: ProgramErrorKind;

  constructor(
    message: string,
    /** What to do about it. */
    readonly hint?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
