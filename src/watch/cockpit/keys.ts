import type { Key } from "../../terminal/keys.js";
import { type CockpitState, type Cursor, isMenu, PAGES, type PageName } from "./cockpit-state.js";

/** What is on the screen, as far as keys refer to it. */
export interface Seen {
  /** Rows of the table with the ids of their positions, those scrolled away too. */
  readonly rows: readonly { readonly key: string; readonly id: string }[];
  /** Number of lines that fit. */
  readonly room: number;
  /** Keys of the columns that the table can be sorted by. */
  readonly columns: readonly string[];
  readonly portfolios: readonly string[];
  /** Number of lines of the sheet, or of things to choose from. */
  readonly sheetLines: number;
}

/** What a key does beside changing the state. */
export type Effect = "quit" | "pause" | "refresh" | "acknowledge";

export interface Pressed {
  readonly state: CockpitState;
  readonly effect?: Effect;
}

type Press = (state: CockpitState, seen: Seen) => Pressed | CockpitState;

/** Returns the index of the cursor: its row, else a row of its position, else where it was; -1 if none. */
export function cursorAt({ cursors, page }: CockpitState, rows: Seen["rows"]): number {
  const cursor = cursors[page];
  if (cursor === undefined) return Math.min(0, rows.length - 1);
  const found = [
    rows.findIndex(({ key }) => key === cursor.key),
    rows.findIndex(({ id }) => id === cursor.id),
  ];
  return found.find((at) => at >= 0) ?? Math.min(cursor.at, rows.length - 1);
}

/** Returns the state after a key. Keys without a meaning change nothing. */
export function press(state: CockpitState, key: Key, seen: Seen): Pressed {
  const before = state.copied === undefined ? state : { ...state, copied: undefined };
  const pressed = actionOf(before, key)?.(before, seen) ?? before;
  return "state" in pressed ? pressed : { state: pressed };
}

function actionOf(state: CockpitState, key: Key): Press | undefined {
  if (state.isTyping) return typed(key);
  const { sheet } = state;
  if (sheet === undefined) return TABLE[key];
  return (isMenu(sheet) ? MENU : READING)[key] ?? OUTSIDE[key];
}

const close: Press = (state) => ({ ...state, sheet: undefined });

/** Keys that work on every page and sheet. */
const OUTSIDE: Readonly<Record<Key, Press>> = {
  q: (state) => ({ state, effect: "quit" }),
  R: (state) => ({ state, effect: "refresh" }),
  ...Object.fromEntries(
    PAGES.map((page, at) => [String(at + 1), (it: CockpitState) => opened(it, page)]),
  ),
  tab: (state) => opened(state, neighbour(state, 1)),
  "shift-tab": (state) => opened(state, neighbour(state, -1)),
};

function opened(state: CockpitState, page: PageName): CockpitState {
  return { ...state, page, sheet: undefined };
}

function neighbour({ page }: CockpitState, by: 1 | -1): PageName {
  return PAGES[(PAGES.indexOf(page) + by + PAGES.length) % PAGES.length] ?? page;
}

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
function steps(step: (state: CockpitState, by: number, seen: Seen) => CockpitState) {
  return Object.fromEntries(
    Object.entries(STEPS).map(([key, by]): [Key, Press] => [
      key,
      (state, seen) => step(state, by(Math.max(1, seen.room - 1)), seen),
    ]),
  );
}

const within = (at: number, last: number) => Math.max(0, Math.min(last, at));

function moved(state: CockpitState, by: number, { rows }: Seen): CockpitState {
  const at = within(cursorAt(state, rows) + by, rows.length - 1);
  const cursor: Cursor = { key: rows[at]?.key, id: rows[at]?.id, at };
  return { ...state, cursors: { ...state.cursors, [state.page]: cursor } };
}

/** Returns a key that opens something of the position at the cursor. */
function ofPosition(change: (state: CockpitState, id: string) => CockpitState): Press {
  return (state, { rows }) => {
    const id = rows[cursorAt(state, rows)]?.id;
    return id === undefined ? state : change(state, id);
  };
}

const textOf = (of: "help" | "events"): Press => {
  return (state) => ({ ...state, sheet: { of, scroll: of === "events" ? END : 0 } });
};

const TABLE: Readonly<Record<Key, Press>> = {
  ...OUTSIDE,
  ...steps(moved),
  "/": (state) => ({ ...state, isTyping: true }),
  escape: (state) => ({ ...state, filter: "" }),
  enter: ofPosition((state, id) => ({ ...state, sheet: { of: "position", id, scroll: 0 } })),
  o: ({ sorts, ...state }, { columns }) => {
    const at = columns.indexOf(sorts[state.page]?.key ?? "") + 1;
    return { ...state, sorts, sheet: { of: "sort", at } };
  },
  O: (state) => reversed(state),
  p: (state) => ({ ...state, sheet: { of: "portfolios", at: 0 } }),
  x: (state) => ({ ...state, isGrouped: !state.isGrouped }),
  w: (state) => ({ ...state, isWide: !state.isWide }),
  a: ofPosition((state, id) => ({ ...state, sheet: { of: "acknowledge", id, at: 0 } })),
  y: ofPosition((state, id) => ({ ...state, copied: id })),
  e: textOf("events"),
  "?": textOf("help"),
  " ": (state) => ({ state, effect: "pause" }),
};

function reversed({ sorts, ...state }: CockpitState): CockpitState {
  const sort = sorts[state.page];
  if (sort === undefined) return { ...state, sorts };
  const other = { ...sort, descending: !sort.descending };
  return { ...state, sorts: { ...sorts, [state.page]: other } };
}

/** Keys of a text: a position, events, help. */
const READING: Readonly<Record<Key, Press>> = {
  ...steps((state, by, { sheetLines, room }) => {
    const { sheet } = state;
    if (sheet === undefined || isMenu(sheet)) return state;
    const last = Math.max(0, sheetLines - room);
    return {
      ...state,
      sheet: { ...sheet, scroll: within(Math.min(sheet.scroll, last) + by, last) },
    };
  }),
  escape: close,
  enter: close,
  e: close,
  "?": close,
};

/** Keys of a list to choose from. */
const MENU: Readonly<Record<Key, Press>> = {
  ...steps((state, by, { sheetLines }) => {
    const { sheet } = state;
    if (sheet === undefined || !isMenu(sheet)) return state;
    return { ...state, sheet: { ...sheet, at: within(sheet.at + by, sheetLines - 1) } };
  }),
  escape: close,
  enter: chosen,
  O: (state, seen) =>
    state.sheet?.of === "sort" ? { ...reversed(sortedBy(state, seen)), sheet: undefined } : state,
  " ": (state, { portfolios }) => {
    const { sheet, hidden } = state;
    const id = sheet?.of === "portfolios" ? portfolios[sheet.at] : undefined;
    if (id === undefined) return state;
    const isHidden = hidden.includes(id);
    const left = isHidden ? hidden.filter((it) => it !== id) : [...hidden, id];
    return left.length === portfolios.length ? state : { ...state, hidden: left };
  },
  "*": (state) =>
    state.sheet?.of === "portfolios" ? { ...state, hidden: [], sheet: undefined } : state,
};

function chosen(state: CockpitState, seen: Seen): Pressed | CockpitState {
  const { sheet } = state;
  switch (sheet?.of) {
    case "sort":
      return { ...sortedBy(state, seen), sheet: undefined };
    case "portfolios": {
      const hidden = seen.portfolios.filter((_, at) => at !== sheet.at);
      return { ...state, hidden, sheet: undefined };
    }
    default:
      return { state: { ...state, sheet: undefined }, effect: "acknowledge" };
  }
}

/** Sorts by the column at the cursor of the list, whose first line is the order of the command. */
function sortedBy(state: CockpitState, { columns }: Seen): CockpitState {
  const { sheet, page, sorts } = state;
  if (sheet?.of !== "sort") return state;
  const key = columns[sheet.at - 1];
  const last = sorts[page];
  const sort =
    key === undefined ? undefined : key === last?.key ? last : { key, descending: false };
  return { ...state, sorts: { ...sorts, [page]: sort } };
}

/** Returns what a key does while a filter is typed. */
function typed(key: Key): Press | undefined {
  const end = { isTyping: false };
  if (key === "escape") return (state) => ({ ...state, ...end, filter: "" });
  if (key === "enter") return (state) => ({ ...state, ...end });
  if (key === "ctrl-u") return (state) => ({ ...state, filter: "" });
  if (key === "backspace") return (state) => ({ ...state, filter: state.filter.slice(0, -1) });
  if (key === "up" || key === "down") return TABLE[key];
  return [...key].length === 1 ? (state) => ({ ...state, filter: state.filter + key }) : undefined;
}
