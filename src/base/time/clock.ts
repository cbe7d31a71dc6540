/** Source of time. */
export interface Clock {
  /** Time of day, milliseconds since the epoch: for dates, ages and what is due. May be a sandbox's. */
  now(): number;
  /**
   * Milliseconds of real time since an arbitrary moment; never goes back. For time limits, waits and
   * durations, which go on while the time of day of a sandbox stands.
   */
  elapsed(): number;
  /** Returns the computer's time of day, where {@link now} is that of a sandbox; absent elsewhere. */
  readonly ofComputer?: () => number;
  /** Waits `ms` milliseconds; rejects with the signal's reason if it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls back after `ms` milliseconds. Returns a function that cancels this. */
  after(ms: number, callback: () => void): () => void;
}
