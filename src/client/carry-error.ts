import { visible } from "../base/safe-text.js";
import type { CarryErrorKind } from "./error-kind.js";

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
