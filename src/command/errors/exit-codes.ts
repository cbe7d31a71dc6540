import type { EndSignal } from "../../terminal/io.js";

/** What the exit code of `carry` means, for help, reference and `carry schema commands`. */
export const EXIT_CODES = {
  0: "done; also when the reader of a pipe went away",
  1: "could not write, or a defect of carry itself",
  2: "wrong use: unknown option or command, a value refused before anything was sent, a --query that does not fit the data",
  3: "no API key, or the service refused it (401, 403)",
  4: "not found (404)",
  5: "the service refused a parameter (400, and any other 4xx)",
  6: "rate limited (429) after all retries",
  7: "the service could not be reached or failed (DNS, TLS, refused, reset, timeout, 5xx) after all retries",
  8: "the answer does not match the interface (not JSON, wrong shape, truncated, cursor that does not advance)",
  9: "the configuration, state or archive cannot be read or written, is damaged, belongs to another service, or is missing",
  10: "status --check or --exit-on-alert: something needs attention",
  11: "status --check: nothing needs attention, and something cannot be told (codes in --ignore do not count)",
  129: "ended by SIGHUP: a listing tells its count and cursor",
  130: "ended by SIGINT: a listing tells its count and cursor",
  131: "ended by SIGQUIT: a listing tells its count and cursor",
  143: "ended by SIGTERM: a listing tells its count and cursor",
} as const;

export type ExitCode = keyof typeof EXIT_CODES;

/* As shells tell it: 128 and the number of the signal. */
const SIGNAL_CODES = {
  SIGHUP: 129,
  SIGINT: 130,
  SIGQUIT: 131,
  SIGTERM: 143,
} as const satisfies Record<EndSignal, ExitCode>;

export function exitCodeOfSignal(signalName: EndSignal): ExitCode {
  return SIGNAL_CODES[signalName];
}
