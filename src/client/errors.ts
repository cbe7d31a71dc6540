import { CarryError, type CarryErrorDetails } from "./carry-error.js";
import type { CarryErrorKind } from "./error-kind.js";
import type { HttpAnswer } from "./http/answer.js";
import { isRetryableStatus } from "./http/retry.js";

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
