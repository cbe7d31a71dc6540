/** The service answered with an error status. */
export class ServiceError extends Error {
  override name = "ServiceError";
  constructor(
    readonly status: number,
    /** The documented `code`, when the body has one. */
    readonly code: string | undefined,
    message: string,
    /** Seconds after which to come back, when the service said so. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

/** The answer does not match the interface: not JSON, of another shape, or cut off. */
export class AnswerError extends Error {
  override name = "AnswerError";
  readonly hint: string | undefined;
  constructor(message: string, options: ErrorOptions & { readonly hint?: string } = {}) {
    super(message, options);
    this.hint = options.hint;
  }
}

/** A base URL, key or identifier that must not be sent. */
export class RefusedRequestError extends Error {
  override name = "RefusedRequestError";
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** Something asked for by name is not among what the service lists. */
export class NotListedError extends Error {
  override name = "NotListedError";
}

/** A call needs an API key and there is none. */
export class MissingKeyError extends Error {
  override name = "MissingKeyError";
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** A listing failed after some of its pages. */
export class ListingError extends Error {
  override name = "ListingError";
  constructor(
    /** From which cursor to go on without a gap; undefined for the first page. */
    readonly cursor: string | undefined,
    override readonly cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
