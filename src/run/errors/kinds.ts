import type { ProgramErrorKind } from "../../base/program-error.js";
import type { CarryErrorKind } from "../../client/errors.js";
import { ExitCode, SIGNAL_CODES } from "./exit-codes.js";

/** Meaning of each error code of carry. An error of the service has its own code, or `HTTP_<status>`. */
export const ERROR_CODES = {
  API_KEY_UNAVAILABLE: "a key is configured, and cannot be used or read",
  ARCHIVE: "the archive cannot be read or written, or is damaged",
  CLOCK_DOUBTED: "the clocks of the service and of this computer differ; nothing was stored",
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

/** Every kind of failure: of the client, of the program, and unexpected ones. */
export type ErrorKind = CarryErrorKind | ProgramErrorKind | "defect";

/** Meaning of a kind of failure. */
export interface Meaning {
  readonly exitCode: ExitCode;
  /** Code for programs; `HTTP_<status>` if there is none here and the service sent none. */
  readonly code?: ErrorCode;
  /** Location of the cause. */
  readonly area: "input" | "settings" | "key" | "network" | "service" | "files" | "program";
  /** Whether the same call may succeed later without any change. */
  readonly retryable: boolean;
  /** `passing` may be over in the next round of a watch, `lasting` needs the user, `ending` ends carry. */
  readonly outlook: "passing" | "lasting" | "ending";
  /** Remedy, if the error itself has none; `wait` is how long the service asks to wait. */
  readonly hint?: string | ((wait: string | undefined) => string);
}

const passing = { retryable: true, outlook: "passing" } as const;
/** Lasts until the service or the network is repaired. */
const untilRepaired = { retryable: false, outlook: "passing" } as const;
const lasting = { retryable: false, outlook: "lasting" } as const;

const usage = { exitCode: ExitCode.usage, code: "USAGE", area: "input", ...lasting } as const;
const ofKey = { exitCode: ExitCode.keyRefused, area: "key", ...lasting } as const;
const unreachable = { exitCode: ExitCode.unreachable, area: "network", ...passing } as const;
const unexpected = {
  exitCode: ExitCode.unexpectedAnswer,
  area: "service",
  ...untilRepaired,
} as const;
const files = { exitCode: ExitCode.storage, code: "CONFIG", ...lasting } as const;
const ofArchive = {
  exitCode: ExitCode.storage,
  code: "ARCHIVE",
  area: "files",
  ...lasting,
} as const;
const own = {
  exitCode: ExitCode.failure,
  area: "program",
  retryable: false,
  outlook: "ending",
} as const;
const stopped = { ...own, code: "INTERRUPTED", retryable: true } as const;

/** Meaning of each kind of failure; nothing else depends on exit codes. */
export const MEANINGS: Readonly<Record<ErrorKind, Meaning>> = {
  refused_request: usage,
  proxy_setting: { ...usage, hint: "a proxy looks like http://proxy.example.com:3128" },
  missing_key: {
    ...ofKey,
    code: "NO_API_KEY",
    hint: "run `carry auth login`, set CARRY_API_KEY, or try it out with --profile sandbox",
  },
  unauthorized: {
    ...ofKey,
    hint: "the API key is missing or invalid: run `carry auth login`, or check CARRY_API_KEY",
  },
  forbidden: { ...ofKey, hint: "the API key lacks the scope for this: create one that has it" },
  not_found: {
    exitCode: ExitCode.notFound,
    area: "input",
    ...lasting,
    hint: "check the id or the path, and that the profile in use is the right one",
  },
  rate_limited: {
    exitCode: ExitCode.rateLimited,
    area: "service",
    ...passing,
    hint: (wait) => (wait === undefined ? "wait a while and try again" : `try again in ${wait}`),
  },
  rejected: { exitCode: ExitCode.rejected, area: "service", ...lasting },
  service_failed: {
    exitCode: ExitCode.unreachable,
    area: "service",
    ...passing,
    hint: (wait) => `the service failed: try again ${wait === undefined ? "later" : `in ${wait}`}`,
  },
  unexpected_status: unexpected,
  connection_dns: {
    ...unreachable,
    code: "CONNECTION_DNS",
    hint: "check the base URL and the network: `carry profile show --resolved`",
  },
  connection_refused: {
    ...unreachable,
    code: "CONNECTION_REFUSED",
    hint: "check the base URL, and that the service is running",
  },
  connection_unreachable: {
    ...unreachable,
    code: "CONNECTION_UNREACHABLE",
    hint: "check the network",
  },
  connection_reset: {
    ...unreachable,
    code: "CONNECTION_RESET",
    hint: "try again; `-v` shows each attempt",
  },
  connection_timeout: {
    ...unreachable,
    code: "CONNECTION_TIMEOUT",
    hint: "try again, or allow more time with --timeout",
  },
  connection_tls: {
    ...unreachable,
    ...untilRepaired,
    code: "CONNECTION_TLS",
    hint: "check the base URL; a private authority is trusted with NODE_EXTRA_CA_CERTS",
  },
  connection_proxy: {
    ...unreachable,
    code: "CONNECTION_PROXY",
    hint: "check HTTP_PROXY, HTTPS_PROXY and NO_PROXY; credentials go into the proxy's URL",
  },
  connection_resources: {
    ...unreachable,
    code: "CONNECTION_RESOURCES",
    hint: "close other programs, or raise the limit, which `ulimit -n` shows",
  },
  truncated: {
    ...unexpected,
    ...passing,
    code: "TRUNCATED",
    hint: "try again; `-v` shows each attempt",
  },
  not_http: {
    ...unexpected,
    ...passing,
    code: "NOT_HTTP",
    hint: "check the scheme and port of the base URL",
  },
  body_too_large: {
    ...unexpected,
    code: "TOO_LARGE",
  },
  headers_too_large: { ...unexpected, code: "TOO_LARGE" },
  redirect: {
    ...unexpected,
    code: "REDIRECT",
    hint: "set the base URL to the new address of the service",
  },
  unexpected_answer: { ...unexpected, code: "UNEXPECTED_ANSWER" },
  interrupted: { ...own, code: "DEFECT" },
  usage,
  invalid_setting: { ...usage, area: "settings" },
  unknown_profile: { ...usage, code: "UNKNOWN_PROFILE" },
  invalid_key: {
    ...usage,
    code: "INVALID_API_KEY",
    area: "key",
    hint: "copy the key again, without any other text",
  },
  key_unavailable: { ...ofKey, code: "API_KEY_UNAVAILABLE" },
  not_listed: { exitCode: ExitCode.notFound, code: "NOT_FOUND", area: "input", ...lasting },
  configuration: { ...files, area: "settings" },
  storage: { ...files, area: "files" },
  archive: ofArchive,
  archive_missing: {
    ...ofArchive,
    code: "NO_ARCHIVE",
    hint: "`carry archive sync` creates one; CARRY_ARCHIVE names another directory",
  },
  archive_origin: { ...ofArchive, code: "OTHER_ORIGIN" },
  clock_doubted: {
    ...unexpected,
    code: "CLOCK_DOUBTED",
    hint: "set the clock of this computer, or accept the service's with CARRY_ACCEPT_CLOCK=1",
  },
  write: { ...own, code: "WRITE" },
  sighup: { ...stopped, exitCode: SIGNAL_CODES.SIGHUP },
  sigint: { ...stopped, exitCode: SIGNAL_CODES.SIGINT },
  sigquit: { ...stopped, exitCode: SIGNAL_CODES.SIGQUIT },
  sigterm: { ...stopped, exitCode: SIGNAL_CODES.SIGTERM },
  defect: {
    ...own,
    code: "DEFECT",
    hint: "this is a defect of carry; CARRY_DEBUG=1 shows where",
  },
};

/** Description of an error for the user; its kind determines everything else. */
export interface Failure {
  readonly kind: ErrorKind;
  /** Error code for programs; the service's own, if it sent one. */
  readonly code: string;
  readonly message: string;
  readonly status?: number | undefined;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
  readonly hint?: string | undefined;
  /** The message in two or three words, such as `rate limited`; only for failures of the service. */
  readonly brief?: string | undefined;
  /** Cursor from which a listing continues. */
  readonly cursor?: string | undefined;
}

/** Returns the exit code of a failure; 0 without one. */
export function exitCodeOf(failure: Failure | undefined): ExitCode {
  return failure === undefined ? ExitCode.done : MEANINGS[failure.kind].exitCode;
}

/** Returns the most serious failure, which determines the exit code; the first of equal ones. */
export function gravestOf(failures: readonly (Failure | undefined)[]): Failure | undefined {
  let gravest: Failure | undefined;
  for (const failure of failures) if (exitCodeOf(failure) > exitCodeOf(gravest)) gravest = failure;
  return gravest;
}
