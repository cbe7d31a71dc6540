import type { Sort } from "../output/table/sort.js";
import { retryAfterMs, SHORTEST_GAP_MS, waitForNextRound } from "./backoff.js";
import { type LogEntry, withEntries } from "./event-log.js";
import type { RoundProgress } from "./progress.js";
import type { Round, RoundFailure } from "./round.js";

/** What a watched screen shows, and what is to happen next. Times are ms since the epoch. */
export interface WatchState {
  round: Round;
  /** The round before, as long as what has changed since stands out. */
  previous: Round | undefined;
  /** undefined: as it was sent. */
  sort: Sort | undefined;
  paused: boolean;
  /** What is shown in the table's place. */
  page: "help" | "log" | undefined;
  /** The first line of the table's rows that is shown. */
  scroll: number;
  /** Rounds that failed in a row. */
  failures: number;
  failure: RoundFailure | undefined;
  /** The round that is under way. */
  fetching: RoundProgress | undefined;
  /** When the next round begins, unless it is paused. */
  nextAt: number;
  /** A key asked for the next round, which is fetched even while it is paused. */
  asked: boolean;
  /** Not even a key asks earlier than this. */
  notBefore: number;
  /** The last thing that was said beside the data. */
  notice: string | undefined;
  /** What happened to positions, the newest last. */
  log: readonly LogEntry[];
}

export function createState(
  round: Round,
  intervalMs: number,
  { sort, log }: Pick<WatchState, "sort" | "log">,
): WatchState {
  return {
    round,
    previous: undefined,
    sort,
    paused: false,
    page: undefined,
    scroll: 0,
    failures: 0,
    failure: undefined,
    fetching: undefined,
    nextAt: round.at + intervalMs,
    asked: false,
    notBefore: round.at + SHORTEST_GAP_MS,
    notice: undefined,
    log,
  };
}

/** Whether the next round is to be fetched now. */
export function isDue(state: WatchState, now: number): boolean {
  return isWaiting(state) && now >= state.nextAt;
}

/** Whether there is a time at which the next round begins. */
export function isWaiting({ fetching, paused, asked }: WatchState): boolean {
  return fetching === undefined && (asked || !paused);
}

export function startRound(state: WatchState, progress: RoundProgress): void {
  state.fetching = progress;
  state.asked = false;
  state.notice = undefined;
}

/** A round went well. @param entries what the log says of it */
export function takeRound(
  state: WatchState,
  round: Round,
  intervalMs: number,
  entries: readonly LogEntry[],
): void {
  state.previous = state.round;
  state.round = round;
  state.log = withEntries(state.log, entries);
  state.fetching = undefined;
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
  const { retryAfter } = failure;
  const tookMs = now - (state.fetching?.since ?? now);
  state.previous = undefined;
  state.fetching = undefined;
  state.failures++;
  state.failure = failure;
  state.nextAt = now + waitForNextRound(intervalMs, state.failures, { retryAfter, tookMs });
  state.notBefore = now + Math.max(SHORTEST_GAP_MS, retryAfterMs(retryAfter));
}
