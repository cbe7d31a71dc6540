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
  9: "the configuration cannot be read or written",
  10: "status --check or --exit-on-alert: something needs attention",
  130: "interrupted by SIGINT",
  143: "interrupted by SIGTERM",
} as const;

export type ExitCode = keyof typeof EXIT_CODES;

export function exitCodeOfSignal(signalName: "SIGINT" | "SIGTERM"): ExitCode {
  return signalName === "SIGINT" ? 130 : 143;
}
