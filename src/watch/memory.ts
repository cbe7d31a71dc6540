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
   * Prepares to store where the watch is. The caller commits it once the lines of the round have been
   * written, or discards it.
   * @param alerting ids of the positions for which the condition holds
   * @throws {StorageError}
   */
  stage(round: Round, alerting: readonly string[]): StagedState;
}

/** A prepared state. */
export interface StagedState {
  /** @throws {StorageError} */
  commit(): void;
  discard(): void;
}
