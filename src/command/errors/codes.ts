/**
 * Every error code of carry, with its meaning. An error that the service describes has the service's
 * own code instead, or `HTTP_<status>` when it has none.
 */
export const ERROR_CODES = {
  API_KEY_UNAVAILABLE: "a key is configured, and cannot be used or read",
  ARCHIVE: "the archive cannot be read or written, or is damaged",
  ARCHIVE_LOCKED: "another process holds a lock of the archive",
  ARCHIVE_REFUSED: "the store of the archive refused the credentials",
  ARCHIVE_UNREACHABLE: "the store of the archive could not be reached, or failed",
  CLOCK_DOUBTED: "the clocks of the service and of this computer differ; nothing was written",
  CONFIG: "the configuration, or a file that an option names, cannot be read or written",
  CONNECTION_DNS: "the name of the service has no address",
  CONNECTION_PROXY: "the proxy could not be reached, or refused",
  CONNECTION_REFUSED: "the service refused the connection",
  CONNECTION_RESET: "the connection was closed before the answer",
  CONNECTION_RESOURCES: "this computer has no connections or files left",
  CONNECTION_TIMEOUT: "the service took longer than --timeout",
  CONNECTION_TLS: "the certificate of the service is not trusted",
  CONNECTION_UNREACHABLE: "there is no route to the service",
  DEFECT: "a defect of carry",
  INTERRUPTED: "a signal ended carry",
  INVALID_API_KEY: "a text given as the key is not a key",
  NO_API_KEY: "the command needs an API key, and there is none",
  NO_ARCHIVE: "there is no archive at that place",
  NOT_FOUND: "something requested by name is not listed",
  NOT_HTTP: "the answer is not HTTP",
  OTHER_ORIGIN: "the archive has the records of another service",
  REDIRECT: "the service redirects to another origin, or without end",
  TOO_LARGE: "the answer is larger than carry reads",
  TRUNCATED: "the answer ended before its end",
  UNEXPECTED_ANSWER: "the answer does not match the interface",
  UNKNOWN_PROFILE: "there is no profile of that name",
  USAGE: "the command line, a setting or a value is not valid; nothing was sent",
  WRITE: "the output could not be written",
} as const satisfies Readonly<Record<string, string>>;

export type ErrorCode = keyof typeof ERROR_CODES;
