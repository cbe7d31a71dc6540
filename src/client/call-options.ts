import type { RequestObserver } from "./http/events.js";

/** In what some calls differ from the others of a client. */
export interface CallOptions {
  /** Milliseconds for one attempt, from connecting to the last byte. */
  readonly timeout?: number | undefined;
  /** How many times a failed request is tried again. */
  readonly retries?: number | undefined;
  /** Called for each request; what it returns follows the request to its end. */
  readonly observe?: (() => RequestObserver) | undefined;
}
