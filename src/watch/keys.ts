import type { Key } from "../base/terminal/keys.js";
import type { Sort } from "../output/formats/format.js";
import { VIEWS, type ViewName } from "../run/output-options.js";

/** What is on the screen, as far as keys refer to it. */
export interface Seen {
  /** Rows of the table with the ids of their positions, those scrolled away too. */
  readonly rows: readonly { readonly key: string; readonly id: string }[];
  /** Number of lines that fit. */
  readonly room: number;
  /** Keys of the columns that the table can be sorted by. */
  readonly columns: readonly string[];
  /** Number of lines of the sheet, or of things to choose from. */
  readonly sheetLines: number;
}

/** What a key does beside changing the state. */
export type Effect = "quit" | "refresh" | "acknowledge";

export interface Pressed {
  readonly state: WatchState;
  readonly effect?: Effect;
}

type Press = (state: WatchState, seen: Seen) => Pressed | WatchState;

/** Returns the state after a key. Keys without a meaning change nothing. */
export function press(state: WatchState, key: Key, seen: Seen): Pressed {
  const pressed = actionOf(state, key)?.(state, seen) ?? state;
  return "state" in pressed ? pressed : { state: pressed };
}

function actionOf(state: WatchState, key: Key): Press | undefined {
  const { isTyping, sheet } = state;
  if (isTyping) return typed(key);
  if (sheet === undefined) return TABLE[key] ?? ANYWHERE[key];
  return (isMenu(sheet) ? MENU : READING)[key] ?? ANYWHERE[key];
}

/** Returns the index of the cursor: its row, else a row of its position, else where it was; -1 if none. */
export function cursorAt({ cursors, view }: WatchState, rows: Seen["rows"]): number {
  const cursor = cursors[view];
  if (cursor === undefined) return Math.min(0, rows.length - 1);
  const found = [
    rows.findIndex(({ key }) => key === cursor.key),
    rows.findIndex(({ id }) => id === cursor.id),
  ];
  return found.find((at) => at >= 0) ?? Math.min(cursor.at, rows.length - 1);
}

/** Returns the key of a page, or of the next one. */
function toPage(pageAt: (at: number) => number): Press {
  return (state) => {
    const at = pageAt(VIEWS.indexOf(state.view));
    return { ...state, view: VIEWS[at % VIEWS.length] ?? state.view, sheet: undefined };
  };
}

/** Keys that work on every page and sheet. */
const ANYWHERE: Readonly<Record<Key, Press>> = {
  q: (state) => ({ state, effect: "quit" }),
  R: (state) => ({ state, effect: "refresh" }),
  tab: toPage((at) => at + 1),
  "shift-tab": toPage((at) => at + VIEWS.length - 1),
  ...Object.fromEntries(VIEWS.map((_, at) => [String(at + 1), toPage(() => at)])),
};

const START = Number.NEGATIVE_INFINITY;
const END = Number.POSITIVE_INFINITY;

/** Lines by which keys move. @param page number of lines that fit */
const STEPS: Readonly<Record<Key, (page: number) => number>> = {
  up: () => -1,
  k: () => -1,
  down: () => 1,
  j: () => 1,
  pageup: (page) => -page,
  pagedown: (page) => page,
  home: () => START,
  g: () => START,
  end: () => END,
  G: () => END,
};

/** Returns the keys that move, for a table, a text or a menu. */
function steps(step: (state: WatchState, by: number, seen: Seen) => WatchState) {
  return Object.fromEntries(
    Object.entries(STEPS).map(([key, by]): [Key, Press] => [
      key,
      (state, seen) => step(state, by(Math.max(1, seen.room - 1)), seen),
    ]),
  );
}

const within = (at: number, last: number) => Math.max(0, Math.min(last, at));

/** Returns a key that opens something of the position at the cursor. */
function ofPosition(change: (state: WatchState, id: string) => WatchState): Press {
  return (state, { rows }) => {
    const id = rows[cursorAt(state, rows)]?.id;
    return id === undefined ? state : change(state, id);
  };
}

function events(state: WatchState): WatchState {
  return { ...state, sheet: { of: "events", scroll: END } };
}

function help(state: WatchState): WatchState {
  return { ...state, sheet: { of: "help", scroll: 0 } };
}

/** Keys of the table. */
const TABLE: Readonly<Record<Key, Press>> = {
  ...steps((state, by, { rows }) => {
    const at = within(cursorAt(state, rows) + by, rows.length - 1);
    const cursor = { key: rows[at]?.key, id: rows[at]?.id, at };
    return { ...state, cursors: { ...state.cursors, [state.view]: cursor } };
  }),
  "/": (state) => ({ ...state, isTyping: true, filter: "" }),
  escape: (state) => ({ ...state, filter: "" }),
  enter: ofPosition((state, id) => ({ ...state, sheet: { of: "position", id, scroll: 0 } })),
  o: (state, { columns }) => {
    const at = columns.indexOf(state.sorts[state.view]?.key ?? "") + 1;
    return { ...state, sheet: { of: "sort", at } };
  },
  x: (state) => ({ ...state, isGrouped: !state.isGrouped }),
  w: (state) => ({ ...state, isWide: !state.isWide }),
  a: ofPosition((state, id) => ({ ...state, sheet: { of: "acknowledge", id, at: 0 } })),
  e: events,
  "?": help,
};

function close(state: WatchState): WatchState {
  return { ...state, sheet: undefined };
}

/** Keys of a text: a position, events, help. */
const READING: Readonly<Record<Key, Press>> = {
  ...steps((state, by, { sheetLines, room }) => {
    const { sheet } = state;
    if (sheet === undefined || isMenu(sheet)) return state;
    const last = Math.max(0, sheetLines - room);
    const scroll = within(Math.min(sheet.scroll, last) + by, last);
    return { ...state, sheet: { ...sheet, scroll } };
  }),
  escape: close,
  enter: close,
  e: (state) => (state.sheet?.of === "events" ? close(state) : events(state)),
  "?": (state) => (state.sheet?.of === "help" ? close(state) : help(state)),
};

/** Keys of a list to choose from. */
const MENU: Readonly<Record<Key, Press>> = {
  ...steps((state, by, { sheetLines }) => {
    const { sheet } = state;
    if (sheet === undefined || !isMenu(sheet)) return state;
    return { ...state, sheet: { ...sheet, at: within(sheet.at + by, sheetLines - 1) } };
  }),
  escape: close,
  enter: (state, seen) => {
    const closed = { ...state, sheet: undefined };
    if (state.sheet?.of === "acknowledge") return { state: closed, effect: "acknowledge" };
    return { ...closed, sorts: { ...state.sorts, [state.view]: sortOf(state, seen) } };
  },
};

/**
 * Returns the order chosen in the list of columns, whose first line is the order of the view. A column is
 * sorted with its least value first; chosen again, the other way round.
 */
function sortOf({ sheet, view, sorts }: WatchState, { columns }: Seen) {
  const key = sheet?.of === "sort" ? columns[sheet.at - 1] : undefined;
  const last = sorts[view];
  return key === undefined ? undefined : { key, descending: key === last?.key && !last.descending };
}

/** Returns what a key does while a filter is typed. */
function typed(key: Key): Press | undefined {
  if (key === "escape") return (state) => ({ ...state, isTyping: false, filter: "" });
  if (key === "enter") return (state) => ({ ...state, isTyping: false });
  if (key === "ctrl-u") return (state) => ({ ...state, filter: "" });
  if (key === "backspace") return (state) => ({ ...state, filter: state.filter.slice(0, -1) });
  if (key === "up" || key === "down") return TABLE[key];
  return [...key].length === 1 ? (state) => ({ ...state, filter: state.filter + key }) : undefined;
}

/** What covers the table of a page: a text to scroll, a position, or a list to choose from. */
export type Sheet =
  | { readonly of: "help" | "events"; readonly scroll: number }
  | { readonly of: "position"; readonly id: string; readonly scroll: number }
  | { readonly of: "sort"; readonly at: number }
  | { readonly of: "acknowledge"; readonly id: string; readonly at: number };

/** A sheet that is a list to choose from. */
export type Menu = Extract<Sheet, { readonly at: number }>;

export function isMenu(sheet: Sheet): sheet is Menu {
  return "at" in sheet;
}

/** The row of the cursor: its key, its position, and its place for when both are gone. */
export interface Cursor {
  readonly key: string | undefined;
  readonly id: string | undefined;
  readonly at: number;
}

/** What a user has chosen to see. Only keys change it, so that it outlasts every round. */
export interface WatchState {
  readonly view: ViewName;
  readonly cursors: Readonly<Partial<Record<ViewName, Cursor>>>;
  /** Order of each page; undefined for that of its view. */
  readonly sorts: Readonly<Partial<Record<ViewName, Sort>>>;
  readonly filter: string;
  /** Whether keys are added to the filter. */
  readonly isTyping: boolean;
  /** Whether rows are grouped by exchange. */
  readonly isGrouped: boolean;
  /** Whether the columns that do not fit are shown instead of the others. */
  readonly isWide: boolean;
  readonly sheet: Sheet | undefined;
}

export function initialState(view: ViewName): WatchState {
  return {
    view,
    cursors: {},
    sorts: {},
    filter: "",
    isTyping: false,
    isGrouped: false,
    isWide: false,
    sheet: undefined,
  };
}
