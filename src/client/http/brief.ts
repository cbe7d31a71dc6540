import { CarryError } from "../carry-error.js";
import type { CarryErrorKind } from "../error-kind.js";

const KINDS: Readonly<Partial<Record<CarryErrorKind, string>>> = {
  connection_dns: "unknown host",
  connection_refused: "connection refused",
  connection_unreachable: "host unreachable",
  connection_reset: "connection lost",
  connection_timeout: "no answer",
  connection_tls: "TLS failed",
  connection_proxy: "proxy failed",
  connection_resources: "too many open files",
  unexpected_answer: "unexpected answer",
  truncated: "answer cut off",
  not_http: "answer is not HTTP",
  redirect: "redirected",
  body_too_large: "answer too large",
  headers_too_large: "answer too large",
};

const STATUSES: Readonly<Record<number, string>> = {
  401: "key refused",
  403: "key refused",
  404: "not found",
  429: "rate limited",
};

/** Returns the meaning of an error status in two or three words, such as `rate limited`. */
export function briefStatus(status: number): string {
  return STATUSES[status] ?? `status ${status}`;
}

/**
 * Returns the reason for a missing answer in two or three words, such as `connection refused`;
 * undefined for errors that neither the service nor the network has caused.
 */
export function briefError(error: unknown): string | undefined {
  if (!(error instanceof CarryError)) return undefined;
  return error.status === undefined ? KINDS[error.kind] : briefStatus(error.status);
}
