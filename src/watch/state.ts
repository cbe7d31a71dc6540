import { retryAfterMs, SHORTEST_GAP_MS, waitForNextRound } from "./backoff.js";
import { type LogEntry, withEntries } from "./event-log.js";
import type { RoundProgress } from "./progress.js";
import type { Round, RoundFailure } from "./round.js";

/** State of a shown watch. Times are those of `Clock.elapsed`, in milliseconds. */
export class WatchState {
  /** When the round had been fetched. */
  since: number;
  /** The round before, until the next one is fetched. */
  previous: Round | undefined;
  /** Whether changes since the round before are highlighted, also after it was dropped. */
  isCompared = false;
  paused = false;
  /** Number of rounds that failed in a row. */
  failures = 0;
  failure: RoundFailure | undefined;
  fetching: RoundProgress | undefined;
  /** Start of the next round, unless paused. */
  nextAt: number;
  /** Whether a key requested the next round, which is then fetched even while paused. */
  asked = false;
  /** Earliest start of a round that a key requests: after a second, and after `Retry-After`. */
  notBefore: number;
  /** Last message. */
  notice: string | undefined;
  /** Events of positions, the newest last. */
  log: readonly LogEntry[];

  constructor(
    public round: Round,
    intervalMs: number,
    { log, since }: Pick<WatchState, "log" | "since">,
  ) {
    this.since = since;
    this.log = log;
    this.nextAt = since + intervalMs;
    this.notBefore = since + SHORTEST_GAP_MS;
  }
}

/** Reports whether the next round is due. */
export function isDue(state: WatchState, now: number): boolean {
  return isWaiting(state) && now >= state.nextAt;
}

/** Reports whether the next round starts by itself. */
export function isWaiting({ fetching, paused, asked }: WatchState): boolean {
  return fetching === undefined && (asked || !paused);
}

/** Begins a round. Drops the round before, so that two rounds are in memory, not three. */
export function startRound(state: WatchState, progress: RoundProgress): void {
  state.previous = undefined;
  state.fetching = progress;
  state.asked = false;
  state.notice = undefined;
}

/** Requests a round, even while paused, but not before `notBefore`; does nothing during a round. */
export function askForRound(state: WatchState, now: number): void {
  if (state.fetching !== undefined) return;
  state.asked = true;
  state.nextAt = Math.min(state.nextAt, Math.max(now, state.notBefore));
}

/** Updates the state after a successful round. @param entries its entries for the log */
export function takeRound(
  state: WatchState,
  round: Round,
  intervalMs: number,
  { entries, now }: { readonly entries: readonly LogEntry[]; readonly now: number },
): void {
  state.previous = state.round;
  state.isCompared = true;
  state.round = round;
  state.since = now;
  state.log = withEntries(state.log, entries);
  state.fetching = undefined;
  state.failures = 0;
  state.failure = undefined;
  state.nextAt = now + intervalMs;
  state.notBefore = now + SHORTEST_GAP_MS;
}

/** Updates the state after a failed round: the last figures stay, without highlights. */
export function takeFailure(
  state: WatchState,
  failure: RoundFailure,
  intervalMs: number,
  now: number,
): void {
  const { retryAfter } = failure;
  const tookMs = now - (state.fetching?.since ?? now);
  state.isCompared = false;
  state.fetching = undefined;
  state.failures++;
  state.failure = failure;
  state.nextAt = now + waitForNextRound(intervalMs, state.failures, { retryAfter, tookMs });
  state.notBefore = now + Math.max(SHORTEST_GAP_MS, retryAfterMs(retryAfter));
}
