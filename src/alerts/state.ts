/** Version of the state; one with another version is not read. */
export const STATE_VERSION = 1;

/** A problem of a position that lasts, or whose cooldown does. Times are milliseconds since the epoch. */
export interface Problem {
  readonly rule: string;
  readonly position_id: string;
  /** Start of the problem; null once it is over. */
  readonly since: number | null;
  /** Time of the last alert; null before the first one. */
  readonly alerted_at: number | null;
  /** Whether there was an alert, and not its end yet. */
  readonly is_open: boolean;
}

/** Rounds that have failed in a row. */
export interface Blindness {
  /** Time of the last successful round; of the first failed one if none was. */
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
  /** Number of failed attempts to deliver it. */
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

/** Everything that is remembered between rounds: plain data, without figures of positions. */
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
