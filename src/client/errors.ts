import { visible } from "../base/safe-text.js";
import { type HttpAnswer, isRetryableStatus } from "./http/answer.js";

/** Reason for a missing or incomplete answer. */
export type ConnectionFault =
  | "dns"
  | "refused"
  | "unreachable"
  | "reset"
  | "timeout"
  | "tls"
  | "proxy"
  | "resources";

/**
 * Kind of a failure, for programs:
 * - `refused_request`: an argument, base URL or key that must not be sent. Nothing was sent.
 * - `proxy_setting`: HTTP_PROXY or HTTPS_PROXY is not the URL of a proxy. Nothing was sent.
 * - `missing_key`: the call needs an API key and there is none. Nothing was sent.
 * - `unauthorized`, `forbidden`, `not_found`, `rate_limited`: status 401, 403, 404, 429.
 * - `rejected`: any other status from 400 to 499.
 * - `service_failed`: a status of 500 or more.
 * - `unexpected_status`: any other status outside 2xx.
 * - `connection_<fault>`: the service could not be reached; see {@link ConnectionFault}.
 * - `truncated`, `not_http`, `body_too_large`, `headers_too_large`, `redirect`: the answer is
 *   incomplete, or must not be read or followed.
 * - `unexpected_answer`: the answer does not match the interface.
 * - `interrupted`: a listing was ended by its signal or by an error of a function passed in, such as
 *   `apiKey`; `cause` is that error or the signal's reason.
 */
export type CarryErrorKind =
  | "refused_request"
  | "proxy_setting"
  | "missing_key"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "rate_limited"
  | "rejected"
  | "service_failed"
  | "unexpected_status"
  | `connection_${ConnectionFault}`
  | "truncated"
  | "not_http"
  | "body_too_large"
  | "headers_too_large"
  | "redirect"
  | "unexpected_answer"
  | "interrupted";

/** Details of a failure beside its kind and its message. */
export interface CarryErrorDetails extends ErrorOptions {
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly cursor?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly hint?: string | undefined;
  readonly retryable?: boolean;
}

/** A failure of the client. Fields that do not apply are absent. */
export abstract class CarryError extends Error {
  override name = "CarryError";
  /** Kind of the failure. */
  abstract readonly kind: CarryErrorKind;
  /** HTTP status of the answer. */
  declare readonly status?: number;
  /** Error code of the service, such as `VALIDATION_ERROR`. */
  declare readonly code?: string;
  /** Cursor from which a failed listing can be continued without a gap. */
  declare readonly cursor?: string;
  /** Seconds after which the service asks for the next request. */
  declare readonly retryAfter?: number;
  /** Remedy, as a sentence for people. */
  declare readonly hint?: string;
  /** Whether the same request may succeed when it is sent again. */
  readonly retryable: boolean;

  constructor(message: string, details: CarryErrorDetails = {}) {
    const { cause, retryable = false, ...fields } = details;
    super(visible(message), cause === undefined ? {} : { cause }); // it may quote the service
    this.retryable = retryable;
    for (const [name, value] of Object.entries(fields)) {
      if (value !== undefined) Object.defineProperty(this, name, { value, enumerable: true });
    }
  }

  /** Returns what `JSON.stringify` prints: the fields with the message, without cause and stack. */
  toJSON(): Record<string, unknown> {
    const { name, kind, message, cause: _, ...fields } = this;
    return { name, kind, message, ...fields };
  }
}

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

/** The service answered with a status outside 2xx. */
export class ServiceError extends CarryError {
  override name = "ServiceError";
  readonly kind: KindOfStatus;
  declare readonly status: number;
  readonly #answer: HttpAnswer | undefined;

  constructor(
    status: number,
    message: string,
    details: Pick<CarryErrorDetails, "code" | "retryAfter"> = {},
    answer?: HttpAnswer,
  ) {
    super(message, { ...details, status, retryable: isRetryableStatus(status) });
    this.kind = kindOfStatus(status);
    this.#answer = answer;
  }

  /** The answer, with the first 64 kB of its body. */
  get answer(): HttpAnswer | undefined {
    return this.#answer;
  }
}

/** The answer does not match the interface: it is not JSON, or has another shape. */
export class AnswerError extends CarryError {
  override name = "AnswerError";
  readonly kind = "unexpected_answer";
}

/** An argument, base URL or key that must not be sent. Nothing was sent. */
export class RefusedRequestError extends CarryError {
  override name = "RefusedRequestError";
  readonly kind = "refused_request";
  constructor(message: string, hint?: string) {
    super(message, { hint });
  }
}

/** The call needs an API key and there is none. Nothing was sent. */
export class MissingKeyError extends CarryError {
  override name = "MissingKeyError";
  readonly kind = "missing_key";
  constructor(message: string, hint?: string) {
    super(message, { hint });
  }
}

/**
 * A listing failed before its end. Kind, status, code and `retryAfter` are those of its cause; the
 * cursor is that of the page that failed, absent at the start of the listing.
 */
export class ListingError extends CarryError {
  override name = "ListingError";
  readonly kind: CarryErrorKind;
  declare readonly cause: unknown;

  constructor(cursor: string | undefined, cause: unknown) {
    const known = cause instanceof CarryError ? cause : undefined;
    super(cause instanceof Error ? cause.message : String(cause), {
      cause,
      cursor,
      status: known?.status,
      code: known?.code,
      retryAfter: known?.retryAfter,
      hint: known?.hint,
      retryable: known?.retryable ?? false,
    });
    this.kind = known?.kind ?? "interrupted";
  }
}

type KindOfStatus = Extract<
  CarryErrorKind,
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "rate_limited"
  | "rejected"
  | "service_failed"
  | "unexpected_status"
>;

function kindOfStatus(status: number): KindOfStatus {
  switch (status) {
    case 401:
      return "unauthorized";
    case 403:
      return "forbidden";
    case 404:
      return "not_found";
    case 429:
      return "rate_limited";
    default:
      if (status >= 500) return "service_failed";
      return status >= 400 ? "rejected" : "unexpected_status";
  }
}
