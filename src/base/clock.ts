/** Source of time. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Waits `ms` milliseconds; rejects with the signal's reason if it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * Calls back after that many milliseconds, for what happens beside other work that is waited for,
   * unless what it returns is called first.
   */
  after(ms: number, callback: () => void): () => void;
}
