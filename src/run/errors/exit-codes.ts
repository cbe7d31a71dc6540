import type { EndSignal } from "../../base/terminal/io.js";

/** The exit codes of `carry`, by name. */
export const ExitCode = {
  done: 0,
  failure: 1,
  usage: 2,
  keyRefused: 3,
  notFound: 4,
  rejected: 5,
  rateLimited: 6,
  unreachable: 7,
  unexpectedAnswer: 8,
  storage: 9,
  attention: 10,
  unknown: 11,
  hangUp: 129,
  interrupt: 130,
  quit: 131,
  terminate: 143,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** What each exit code means, for help, reference and `carry schema commands`. */
export const EXIT_CODES: Readonly<Record<ExitCode, string>> = {
  [ExitCode.done]: "success; also if the reader closed the pipe",
  [ExitCode.failure]: "could not write, or a defect of carry itself",
  [ExitCode.usage]:
    "wrong use: unknown option or command, a value refused before anything was sent, a --query that does not fit the data",
  [ExitCode.keyRefused]: "no API key, or the service refused it (401, 403)",
  [ExitCode.notFound]: "not found (404)",
  [ExitCode.rejected]: "the service refused a parameter (400, and any other 4xx)",
  [ExitCode.rateLimited]: "rate limited (429) after all retries",
  [ExitCode.unreachable]:
    "the service could not be reached or failed (DNS, TLS, refused, reset, timeout, 5xx) after all retries",
  [ExitCode.unexpectedAnswer]:
    "the answer does not match the interface (not JSON, wrong shape, truncated, cursor that does not advance), is larger than a bound, or is dated by a clock that is not believed where something would be kept",
  [ExitCode.storage]:
    "the configuration, state or archive cannot be read or written, is damaged, belongs to another service, or is missing",
  [ExitCode.attention]: "check, archive status --check or get --check: something needs attention",
  [ExitCode.unknown]:
    "check: nothing needs attention, but something is unknown (codes in the setting ignore do not count)",
  [ExitCode.hangUp]: "ended by SIGHUP; a listing reports its count and cursor",
  [ExitCode.interrupt]: "ended by SIGINT; a listing reports its count and cursor",
  [ExitCode.quit]: "ended by SIGQUIT; a listing reports its count and cursor",
  [ExitCode.terminate]: "ended by SIGTERM; a listing reports its count and cursor",
};

/** Exit code of a process that a signal has ended, as in shells: 128 plus the number of the signal. */
export const SIGNAL_CODES = {
  SIGHUP: ExitCode.hangUp,
  SIGINT: ExitCode.interrupt,
  SIGQUIT: ExitCode.quit,
  SIGTERM: ExitCode.terminate,
} as const satisfies Record<EndSignal, ExitCode>;
