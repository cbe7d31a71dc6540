/** Source of time. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Waits `ms` milliseconds; rejects with the signal's reason if it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * Calls back after `ms` milliseconds, while other work is awaited. Returns a function that cancels
   * this.
   */
  after(ms: number, callback: () => void): () => void;
}
