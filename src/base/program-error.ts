/** Kinds of failures in the program itself, rather than in the service. */
export type ProgramErrorKind =
  | "usage" // the command line is invalid
  | "invalid_setting" // a setting has an invalid value
  | "unknown_profile" // the named profile does not exist
  | "invalid_key" // a text given as the API key is not a valid key
  | "key_unavailable" // a key is configured but cannot be used or read
  | "not_listed" // an item requested by name is not in the service's list
  | "configuration" // the configuration cannot be read or written
  | "storage" // another file of carry cannot be read, written or trusted
  | "archive" // the archive cannot be read or written, or is damaged
  | "archive_missing" // there is no archive at the place that was named
  | "archive_origin" // the archive has the records of another service
  | "clock_doubted" // the service's time is not believed, so that nothing is written with it
  | "write" // the output could not be written
  | "sighup" // a signal asked the process to end
  | "sigint" // a signal asked the process to end
  | "sigquit" // a signal asked the process to end
  | "sigterm"; // a signal asked the process to end

/** A failure of the program itself. */
export abstract class ProgramError extends Error {
  /** Kind of the failure. */
  abstract readonly kind: ProgramErrorKind;

  constructor(
    message: string,
    /** Remedy, if there is one. */
    readonly hint?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
