/** Reported before each wait. */
export interface RetryEvent {
  /** Number of the failed attempt, from 1. */
  readonly attempt: number;
  /** Maximum number of attempts, including the first. */
  readonly of: number;
  readonly cause: string;
  /** The cause in two or three words, such as `rate limited` or `connection refused`. */
  readonly brief: string;
  readonly waitMs: number;
}

/** Reported for each answer, including redirects. */
export interface AnswerEvent {
  readonly url: URL;
  readonly status: number;
  readonly bytes: number;
  /** Duration, milliseconds. */
  readonly ms: number;
}

/** Follows one request from its first attempt to its end. */
export interface RequestObserver {
  /**
   * Called when an attempt begins.
   * @param attempt from 1
   * @param of maximum number of attempts
   */
  onAttempt(attempt: number, of: number): void;
  /** Called when an attempt has failed and another one follows after a wait. */
  onRetry(event: RetryEvent): void;
  /** Called when the request is over: answered, failed or aborted. */
  onEnd(): void;
}
