import type { Key } from "../../terminal/keys.js";
import type { WatchState } from "../state.js";

/** The part of the screen that keys refer to. */
export interface Shown {
  readonly columns: readonly { readonly key: string }[];
  /** Number of lines of rows, and how many of them fit. */
  readonly lines: number;
  readonly room: number;
}

type Action = (state: WatchState, shown: Shown, now: number) => void;

const START = Number.NEGATIVE_INFINITY;
const END = Number.POSITIVE_INFINITY;

/* Includes keys of `less` and `vi` that the help page does not list. */
const ACTIONS: Readonly<Record<Key, Action>> = {
  s: sortByNext,
  S: sortTheOtherWay,
  p: pause,
  " ": pause,
  r: refresh,
  "?": show("help"),
  e: show("log"),
  up: scroll(() => -1),
  k: scroll(() => -1),
  down: scroll(() => 1),
  j: scroll(() => 1),
  pageup: scroll((page) => -page),
  pagedown: scroll((page) => page),
  home: scroll(() => START),
  g: scroll(() => START),
  end: scroll(() => END),
  G: scroll(() => END),
};

/** Handles a key, except those that quit. Any key closes a page. */
export function press(state: WatchState, key: Key, shown: Shown, now: number): void {
  if (state.page !== undefined) state.page = undefined;
  else ACTIONS[key]?.(state, shown, now);
}

/** Sorts by the next column; after the last one, as sent. */
function sortByNext(state: WatchState, { columns }: Shown): void {
  const at = columns.findIndex(({ key }) => key === state.sort?.key);
  const next = columns[at + 1];
  state.sort = next && { key: next.key, descending: false };
}

function sortTheOtherWay(state: WatchState, shown: Shown): void {
  if (state.sort === undefined) sortByNext(state, shown);
  if (state.sort !== undefined) {
    state.sort = { ...state.sort, descending: !state.sort.descending };
  }
}

function pause(state: WatchState): void {
  state.paused = !state.paused;
}

/**
 * Requests a round, also while paused, but not before `Retry-After`. Does nothing while a round is being
 * fetched.
 */
function refresh(state: WatchState, _shown: Shown, now: number): void {
  if (state.fetching !== undefined) return;
  state.asked = true;
  state.nextAt = Math.min(state.nextAt, Math.max(now, state.notBefore));
}

function show(page: WatchState["page"]): Action {
  return (state) => {
    state.page = page;
  };
}

function scroll(by: (page: number) => number): Action {
  return (state, { lines, room }) => {
    const last = Math.max(0, lines - room);
    state.scroll = Math.min(last, Math.max(0, state.scroll + by(Math.max(1, room - 1))));
  };
}
