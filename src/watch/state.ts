import type { Sort } from "../output/columns.js";
import type { Key } from "../terminal/keys.js";
import { retryAfterMs, waitForNextRound } from "./backoff.js";
import type { Round, RoundFailure } from "./round.js";

/** What a watched screen shows, and what is to happen next. Times are ms since the epoch. */
export interface WatchState {
  round: Round;
  /** The round before, as long as what has changed since stands out. */
  previous: Round | undefined;
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

/** A round went well. */
export function takeRound(state: WatchState, round: Round, intervalMs: number): void {
  state.previous = state.round;
  state.round = round;
  state.fetching = false;
  state.asked = false;
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
  state.asked = false;
  state.failures++;
  state.failure = failure;
  state.nextAt = now + waitForNextRound(intervalMs, state.failures, failure.retryAfter);
  state.notBefore = now + Math.max(SHORTEST_GAP_MS, retryAfterMs(failure.retryAfter));
}

/** What of the screen the keys move over. */
export interface Shown {
  readonly columns: readonly { readonly key: string }[];
  /** Lines of rows in all, and how many of them there is room for. */
  readonly lines: number;
  readonly room: number;
}

/** Does what a key asks for; quitting is left to the caller. */
export function press(state: WatchState, key: Key, shown: Shown, now: number): void {
  const scrollBy = (lines: number) => {
    const last = Math.max(0, shown.lines - shown.room);
    state.scroll = Math.min(last, Math.max(0, state.scroll + lines));
  };
  const page = Math.max(1, shown.room - 1);
  const actions: Readonly<Record<Key, () => void>> = {
    s: () => sortByNext(state, shown),
    S: () => {
      if (state.sort === undefined) sortByNext(state, shown);
      if (state.sort !== undefined) {
        state.sort = { ...state.sort, descending: !state.sort.descending };
      }
    },
    p: () => pause(state),
    " ": () => pause(state),
    r: () => {
      state.nextAt = Math.min(state.nextAt, Math.max(now, state.notBefore));
      state.asked = true;
    },
    "?": () => {
      state.help = !state.help;
    },
    up: () => scrollBy(-1),
    k: () => scrollBy(-1),
    down: () => scrollBy(1),
    j: () => scrollBy(1),
    pageup: () => scrollBy(-page),
    pagedown: () => scrollBy(page),
    home: () => scrollBy(Number.NEGATIVE_INFINITY),
    g: () => scrollBy(Number.NEGATIVE_INFINITY),
    end: () => scrollBy(Number.POSITIVE_INFINITY),
    G: () => scrollBy(Number.POSITIVE_INFINITY),
  };
  actions[key]?.();
}

/** The column after the one that it is sorted by; after the last one, as it was sent. */
function sortByNext(state: WatchState, { columns }: Shown): void {
  const at = columns.findIndex(({ key }) => key === state.sort?.key);
  const next = columns[at + 1];
  state.sort = next && { key: next.key, descending: false };
}

function pause(state: WatchState): void {
  state.paused = !state.paused;
}
