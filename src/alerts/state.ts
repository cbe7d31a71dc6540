/** Version of the state; one with another version is not read. */
export const STATE_VERSION = 1;

/** A rule and a position that are not as they should be, or were not lately. Times are milliseconds. */
export interface Problem {
  readonly rule: string;
  readonly position_id: string;
  /** Start of the problem; null once it is over, as long as the cooldown lasts. */
  readonly since: number | null;
  /** Time of the last alert; null before the first one. */
  readonly alerted_at: number | null;
  /** Whether there was an alert, and no end of it yet. */
  readonly is_open: boolean;
}

/** Rounds that have failed in a row. */
export interface Blindness {
  /** The last round that succeeded; the first that failed if none has. */
  readonly since: number;
  readonly rounds: number;
  readonly is_told: boolean;
}

export type EventKind = "alert" | "resolved" | "blind" | "heartbeat" | "digest";

/** An event that is not delivered yet. */
export interface WaitingEvent {
  readonly event: EventKind;
  /** `blind` for a blind watch and its end; empty for a heartbeat and a digest. */
  readonly rule: string;
  readonly position_id: string;
  /** Start of the problem. */
  readonly since: number;
  /** Time of the round that found it. */
  readonly at: number;
  /** Whether the position is no longer listed, or no longer judged. */
  readonly is_gone?: true;
  /** Number of events that a digest stands for. */
  readonly counts?: Counts;
  /** Number of times that delivering it failed. */
  readonly attempts: number;
  /** Earliest time of the next attempt. */
  readonly not_before: number;
}

/** Events of a digest by kind. */
export interface Counts {
  readonly alert: number;
  readonly resolved: number;
  readonly blind: number;
}

/** Everything that is known beyond a round: plain data, without a figure of any position. */
export interface AlertState {
  readonly version: typeof STATE_VERSION;
  /** Sorted by rule and position. */
  readonly problems: readonly Problem[];
  /** Oldest first. */
  readonly waiting: readonly WaitingEvent[];
  readonly last_success: number | null;
  readonly blindness: Blindness | null;
  /** Time of the last heartbeat that was delivered. */
  readonly heartbeat_at: number | null;
}

export const EMPTY_STATE: AlertState = {
  version: STATE_VERSION,
  problems: [],
  waiting: [],
  last_success: null,
  blindness: null,
  heartbeat_at: null,
};
