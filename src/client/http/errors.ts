import { CarryError } from "../carry-error.js";
import type { ConnectionFault } from "../error-kind.js";

/** Faults that a retry does not change. */
const LASTING: ReadonlySet<ConnectionFault> = new Set(["tls", "dns", "proxy"]);

/** The service could not be reached, or closed the connection before the answer was complete. */
export class ConnectionError extends CarryError {
  override name = "ConnectionError";
  readonly kind: `connection_${ConnectionFault}`;

  constructor(
    readonly fault: ConnectionFault,
    /** scheme://host:port, without path and credentials. */
    readonly origin: string,
    message: string,
    { passing, ...options }: ErrorOptions & { readonly passing?: boolean } = {},
  ) {
    super(message, { ...options, retryable: passing ?? !LASTING.has(fault) });
    this.kind = `connection_${fault}`;
  }
}

/** The body is shorter than announced, or its compression is corrupt. */
export class TruncatedBodyError extends CarryError {
  override name = "TruncatedBodyError";
  readonly kind = "truncated";
  constructor(message: string, options: ErrorOptions = {}) {
    super(message, { ...options, retryable: true });
  }
}

/** The answer is not HTTP. */
export class NotHttpError extends CarryError {
  override name = "NotHttpError";
  readonly kind = "not_http";
  constructor(message: string, options: ErrorOptions = {}) {
    super(message, { ...options, retryable: true });
  }
}

/** The body is larger than 16 MiB; reading stopped there. */
export class BodyTooLargeError extends CarryError {
  override name = "BodyTooLargeError";
  readonly kind = "body_too_large";
}

/** The headers are larger than 16 kB. */
export class HeadersTooLargeError extends CarryError {
  override name = "HeadersTooLargeError";
  readonly kind = "headers_too_large";
}

/** A redirect that is not followed: to another origin, in a loop, or from https to http. */
export class RedirectError extends CarryError {
  override name = "RedirectError";
  readonly kind = "redirect";
}

/** HTTP_PROXY or HTTPS_PROXY is not the URL of a proxy. */
export class ProxySettingError extends CarryError {
  override name = "ProxySettingError";
  readonly kind = "proxy_setting";
}
