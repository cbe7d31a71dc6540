/** Why no answer was had. */
export type ConnectionFault =
  | "dns"
  | "refused"
  | "unreachable"
  | "reset"
  | "timeout"
  | "tls"
  | "proxy"
  | "resources";

/** A wrong certificate stays wrong, an unknown name unknown, and a proxy's no is a no. */
const LASTING: ReadonlySet<ConnectionFault> = new Set(["tls", "dns", "proxy"]);

/** The service could not be reached, or hung up before its answer was whole. */
export class ConnectionError extends Error {
  override name = "ConnectionError";
  /** True when the next attempt may get through. */
  readonly retryable: boolean;

  constructor(
    readonly fault: ConnectionFault,
    /** scheme://host:port, never a path or a key. */
    readonly origin: string,
    message: string,
    { passing, ...options }: ErrorOptions & { readonly passing?: boolean } = {},
  ) {
    super(message, options);
    this.retryable = passing ?? !LASTING.has(fault);
  }
}

/** The body ended before its announced end, or its compression is corrupt. */
export class TruncatedBodyError extends Error {
  override name = "TruncatedBodyError";
}

/** What came is not HTTP. */
export class NotHttpError extends Error {
  override name = "NotHttpError";
}

/** The body is larger than 16 MiB; it was abandoned, not buffered. */
export class BodyTooLargeError extends Error {
  override name = "BodyTooLargeError";
}

/** The headers are larger than {@link MAX_HEADER_BYTES}. */
export class HeadersTooLargeError extends Error {
  override name = "HeadersTooLargeError";
}

/** A redirect that is not followed: to another origin, in a loop, or from https to http. */
export class RedirectError extends Error {
  override name = "RedirectError";
}

/** HTTP_PROXY or HTTPS_PROXY does not name a proxy. */
export class ProxySettingError extends Error {
  override name = "ProxySettingError";
}
