import type { Key } from "../terminal/keys.js";
import type { WatchState } from "./state.js";

/** What of the screen the keys move over. */
export interface Shown {
  readonly columns: readonly { readonly key: string }[];
  /** Lines of rows in all, and how many of them there is room for. */
  readonly lines: number;
  readonly room: number;
}

type Action = (state: WatchState, shown: Shown, now: number) => void;

const START = Number.NEGATIVE_INFINITY;
const END = Number.POSITIVE_INFINITY;

/* Beside the keys that are told, those that `less` and `vi` have taught. */
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

/** Does what a key asks for; quitting is left to the caller. Any key takes a page away. */
export function press(state: WatchState, key: Key, shown: Shown, now: number): void {
  if (state.page !== undefined) state.page = undefined;
  else ACTIONS[key]?.(state, shown, now);
}

/** By the column after the one that it is sorted by; after the last one, as it was sent. */
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
 * Fetches also while it is paused, but not before the service wants to be asked again. A round that
 * is under way is the one that is asked for.
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
