import type { RequestObserver } from "./http/events.js";

/** Options of some calls that differ from those of the client. */
export interface CallOptions {
  /** Time limit of one attempt, from connecting to the last byte, milliseconds. */
  readonly timeout?: number | undefined;
  /** Maximum number of retries of a failed request. */
  readonly retries?: number | undefined;
  /** Called for each request; the observer that it returns follows the request to its end. */
  readonly observe?: (() => RequestObserver) | undefined;
}
