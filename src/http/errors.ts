/** Why no answer was had. */
export type ConnectionFault =
  | "dns"
  | "refused"
  | "unreachable"
  | "reset"
  | "timeout"
  | "tls"
  | "proxy";

/** The service could not be reached, or hung up before its answer was whole. */
export class ConnectionError extends Error {
  override name = "ConnectionError";
  constructor(
    readonly fault: ConnectionFault,
    /** scheme://host:port, never a path or a key. */
    readonly origin: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** A wrong certificate stays wrong, and an unknown name stays unknown. */
  get retryable(): boolean {
    return this.fault !== "tls" && this.fault !== "dns" && this.fault !== "proxy";
  }
}

/** The body ended before its announced end, or its compression is corrupt. */
export class TruncatedBodyError extends Error {
  override name = "TruncatedBodyError";
}

/** The body is larger than {@link MAX_BODY_BYTES}; it was abandoned, not buffered. */
export class BodyTooLargeError extends Error {
  override name = "BodyTooLargeError";
}

/** A redirect that is not followed: to another origin, in a loop, or from https to http. */
export class RedirectError extends Error {
  override name = "RedirectError";
}
