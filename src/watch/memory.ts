import type { Round } from "./round.js";

/** Where a watch ended, so that the next one continues from there. */
export interface Ended {
  /** The last round that was written. Its service time is the local time. */
  readonly round: Round;
  /** Ids of the positions for which the condition held; empty for another condition. */
  readonly alerting: ReadonlySet<string>;
}

/** What a watch remembers beyond its own end. */
export interface Memory {
  /** Where the last watch ended; undefined for the first one. */
  readonly ended: Ended | undefined;
  /**
   * Stores where the watch is, once the lines of a round have been written.
   * @param alerting ids of the positions for which the condition holds
   * @throws {StorageError}
   */
  save(round: Round, alerting: readonly string[]): void;
}
