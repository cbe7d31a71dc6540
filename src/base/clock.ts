/** Where time comes from. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Waits that many milliseconds; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
