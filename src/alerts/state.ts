/** Version of the state; one with another version is not read. */
export const STATE_VERSION = 1;

/** A problem of a position that lasts. Times are milliseconds since the epoch. */
export interface Problem {
  readonly rule: string;
  readonly position_id: string;
  /** Start of the problem. */
  readonly since: number;
  /** Whether there was an alert. */
  readonly is_open: boolean;
}

/** Rounds that have failed in a row. */
export interface Blindness {
  /** Time of the last successful round; of the first failed one if none was. */
  readonly since: number;
  readonly rounds: number;
  readonly is_told: boolean;
}

/** An event that is not delivered yet. */
export interface WaitingEvent {
  readonly event: "alert" | "resolved" | "blind";
  /** `blind` for a blind watch and its end. */
  readonly rule: string;
  /** Empty for the portfolio. */
  readonly position_id: string;
  /** Start of the problem. */
  readonly since: number;
  /** Time of the round that found it. */
  readonly at: number;
  /** Whether the position is no longer listed, or no longer judged. */
  readonly is_gone?: true;
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
}

export const EMPTY_STATE: AlertState = {
  version: STATE_VERSION,
  problems: [],
  waiting: [],
  last_success: null,
  blindness: null,
};
