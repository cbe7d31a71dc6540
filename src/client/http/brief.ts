import { CarryError } from "../carry-error.js";
import type { ConnectionFault } from "../error-kind.js";
import {
  BodyTooLargeError,
  ConnectionError,
  HeadersTooLargeError,
  NotHttpError,
  RedirectError,
  TruncatedBodyError,
} from "./errors.js";

const FAULTS: Readonly<Record<ConnectionFault, string>> = {
  dns: "unknown host",
  refused: "connection refused",
  unreachable: "host unreachable",
  reset: "connection lost",
  timeout: "no answer",
  tls: "TLS failed",
  proxy: "proxy failed",
  resources: "too many open files",
};

const STATUSES: ReadonlyMap<number, string> = new Map([
  [401, "key refused"],
  [403, "key refused"],
  [404, "not found"],
  [429, "rate limited"],
]);

/** Returns the meaning of an error status in two or three words, such as `rate limited`. */
export function briefStatus(status: number): string {
  return STATUSES.get(status) ?? `status ${status}`;
}

/**
 * Returns the reason for a missing answer in two or three words, such as `connection refused`;
 * undefined for errors that neither the service nor the network has caused.
 */
export function briefError(error: unknown): string | undefined {
  if (!(error instanceof CarryError)) return undefined;
  if (error.status !== undefined) return briefStatus(error.status);
  if (error.kind === "unexpected_answer") return "unexpected answer";
  if (error instanceof ConnectionError) return FAULTS[error.fault];
  if (error instanceof TruncatedBodyError) return "answer cut off";
  if (error instanceof NotHttpError) return "answer is not HTTP";
  if (error instanceof RedirectError) return "redirected";
  const isTooLarge = error instanceof BodyTooLargeError || error instanceof HeadersTooLargeError;
  return isTooLarge ? "answer too large" : undefined;
}
