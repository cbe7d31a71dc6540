import type { Sort } from "../output/table/sort.js";
import { retryAfterMs, waitForNextRound } from "./backoff.js";
import type { Round, RoundFailure } from "./round.js";

/** What a watched screen shows, and what is to happen next. Times are ms since the epoch. */
export interface WatchState {
  round: Round;
  /** The round before, as long as what has changed since stands out. */
  previous: Round | undefined;
  /** undefined: as it was sent. */
  sort: Sort | undefined;
  paused: boolean;
  help: boolean;
  /** The first line of the table's rows that is shown. */
  scroll: number;
  /** Rounds that failed in a row. */
  failures: number;
  failure: RoundFailure | undefined;
  fetching: boolean;
  /** When the next round begins, unless it is paused. */
  nextAt: number;
  /** A key asked for the next round, which is fetched even while it is paused. */
  asked: boolean;
  /** Not even a key asks earlier than this. */
  notBefore: number;
  /** The last thing that was said beside the data. */
  notice: string | undefined;
}

/** Keeping a key pressed does not ask more often than this. */
const SHORTEST_GAP_MS = 1_000;

export function createState(round: Round, intervalMs: number, sort: Sort | undefined): WatchState {
  return {
    round,
    previous: undefined,
    sort,
    paused: false,
    help: false,
    scroll: 0,
    failures: 0,
    failure: undefined,
    fetching: false,
    nextAt: round.at + intervalMs,
    asked: false,
    notBefore: round.at + SHORTEST_GAP_MS,
    notice: undefined,
  };
}

/** Whether the next round is to be fetched now. */
export function isDue(state: WatchState, now: number): boolean {
  return isWaiting(state) && now >= state.nextAt;
}

/** Whether there is a time at which the next round begins. */
export function isWaiting({ fetching, paused, asked }: WatchState): boolean {
  return !fetching && (asked || !paused);
}

export function startRound(state: WatchState): void {
  state.fetching = true;
  state.asked = false;
  state.notice = undefined;
}

/** A round went well. */
export function takeRound(state: WatchState, round: Round, intervalMs: number): void {
  state.previous = state.round;
  state.round = round;
  state.fetching = false;
  state.failures = 0;
  state.failure = undefined;
  state.nextAt = round.at + intervalMs;
  state.notBefore = round.at + SHORTEST_GAP_MS;
}

/** A round failed: the last good one stays, with nothing standing out any more. */
export function takeFailure(
  state: WatchState,
  failure: RoundFailure,
  intervalMs: number,
  now: number,
): void {
  state.previous = undefined;
  state.fetching = false;
  state.failures++;
  state.failure = failure;
  state.nextAt = now + waitForNextRound(intervalMs, state.failures, failure.retryAfter);
  state.notBefore = now + Math.max(SHORTEST_GAP_MS, retryAfterMs(failure.retryAfter));
}
