/** Told before each wait. */
export interface RetryEvent {
  /** The attempt that failed, from 1. */
  readonly attempt: number;
  /** How many attempts there are at most, the first among them. */
  readonly of: number;
  readonly cause: string;
  /** The cause in two or three words, such as `rate limited` or `connection refused`. */
  readonly brief: string;
  readonly waitMs: number;
}

/** Told of each answer, redirects included. */
export interface AnswerEvent {
  readonly url: URL;
  readonly status: number;
  readonly bytes: number;
  /** How long it took, milliseconds. */
  readonly ms: number;
}

/** Follows one request from its first attempt to its end. */
export interface RequestObserver {
  /**
   * An attempt begins.
   * @param attempt from 1
   * @param of how many there are at most
   */
  onAttempt(attempt: number, of: number): void;
  /** An attempt failed, and the next one begins after a wait. */
  onRetry(event: RetryEvent): void;
  /** The request is over: answered, failed for good, or aborted. */
  onEnd(): void;
}
