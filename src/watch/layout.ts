import type { Look } from "../output/text/look.js";
import type { ViewName } from "../run/output-options.js";
import { cursorAt, isMenu, type Seen, type WatchState } from "./keys.js";
import type { Page, PageLine } from "./page.js";
import type { Entry, SheetText } from "./sheets.js";

/** A drawn screen, and what the keys refer to. */
export interface Frame {
  readonly lines: readonly string[];
  readonly seen: Seen;
  /** What can be chosen in the list of causes; empty without it. */
  readonly entries: readonly Entry[];
}

/** The parts of a screen. */
interface Parts {
  readonly state: WatchState;
  readonly top: readonly string[];
  readonly page: Page;
  readonly lines: readonly PageLine[];
  /** What covers the table; undefined for nothing. */
  readonly sheet: SheetText | undefined;
  /** Returns the lines above that of the keys. @param most number of events among them */
  readonly bottom: (most: number) => readonly string[];
  /** Returns the line of the keys. @param seen the visible part: `5-18 of 55`; empty for all */
  readonly keys: (seen: string) => string;
  readonly look: Look;
  /** Index of the first visible line of each page, as last drawn; updated. */
  readonly scrolls: Map<ViewName, number>;
  readonly isOnce: boolean;
}

/** Maximum number of events at the bottom, where the rows leave room for them. */
const MOST_EVENTS = 8;

/** Number of lines between those at the top and the keys from which one is for the last event in any case. */
const LEAST_FOR_EVENT = 6;

/** Lays out a screen: what is earned, pages, the table or what covers it, events, messages, keys. */
export function layOut(parts: Parts): Frame {
  const { top, page, lines, sheet, bottom, keys, look, isOnce } = parts;
  const rows = lines.flatMap(({ row }) => row ?? []);
  const height = isOnce ? undefined : (look.height ?? 24);
  const free = (height ?? Number.POSITIVE_INFINITY) - top.length - 1;
  const spare = free - page.headings.length - lines.length - 1;
  const least = free < LEAST_FOR_EVENT ? 0 : 1;
  const events = isOnce || sheet !== undefined ? 0 : Math.max(least, Math.min(MOST_EVENTS, spare));
  const below = bottom(events);
  const room = Math.max(1, free - below.length);
  const body = sheet === undefined ? tableBody(parts, room) : sheetBody(parts, sheet, room);
  const padding = height === undefined ? 0 : Math.max(0, room - body.lines.length);
  const { first, of } = body;
  const range = of <= body.room ? "" : `${first + 1}-${Math.min(of, first + body.room)} of ${of}`;
  return {
    lines: [
      ...top,
      ...body.lines,
      ...Array.from({ length: padding }, () => ""),
      ...below,
      ...(isOnce ? [] : [keys(range)]),
    ],
    seen: {
      rows,
      room: body.room,
      columns: page.view.defaults.table,
      sheetLines: sheet?.lines.length ?? 0,
    },
    entries: sheet?.entries ?? [],
  };
}

/** The lines between those at the top and those at the bottom. */
interface Body {
  readonly lines: readonly string[];
  /** Number of scrolled lines that fit, the index of the first, and how many there are. */
  readonly room: number;
  readonly first: number;
  readonly of: number;
}

function tableBody(parts: Parts, free: number): Body {
  const { state, page, lines, scrolls, isOnce } = parts;
  if (lines.length === 0) {
    const text = page.rows.length === 0 ? page.view.empty : "No row matches the filter.";
    return { lines: [text], room: free, first: 0, of: 0 };
  }
  const { headings } = page;
  const room = Math.max(1, free - headings.length);
  const rows = lines.flatMap(({ row }) => row ?? []);
  const cursor = rows[cursorAt(state, rows)];
  const at = lines.findIndex(({ row }) => row !== undefined && row === cursor);
  const of = lines.length;
  const pointed = isOnce ? (text: string) => text : pointerOf(parts.look);
  let first = scrolled(scrolls.get(state.view) ?? 0, at, { room, of });
  let visible = visibleFrom(page, lines, first, room);
  while (first < at && first + visible.length <= at) {
    first++; // rows of several lines, as in a narrow terminal
    visible = visibleFrom(page, lines, first, room);
  }
  scrolls.set(state.view, first);
  const drawn = visible.flatMap(({ line: { row }, texts }) =>
    texts.map((text) => pointed(text, text !== "" && row !== undefined && row === cursor)),
  );
  return {
    lines: [...headings.map((text) => pointed(text, false)), ...drawn.slice(0, room)],
    room: first + visible.length < of ? visible.length : room,
    first,
    of,
  };
}

/** Returns the lines from one on that fit whole, at least that one, with their texts. */
function visibleFrom(page: Page, lines: readonly PageLine[], first: number, room: number) {
  const some = lines.slice(first, first + room);
  const drawn = page.draw(some.flatMap(({ row }) => row?.index ?? [])).values();
  const visible: { readonly line: PageLine; readonly texts: readonly string[] }[] = [];
  let height = 0;
  for (const line of some) {
    const own = line.row === undefined ? [line.heading ?? ""] : (drawn.next().value ?? []);
    const texts = own.length > 1 ? [...own, ""] : own;
    height += texts.length;
    if (visible.length > 0 && height > room) break;
    visible.push({ line, texts });
  }
  return visible;
}

/** Returns the first visible line: the last one, moved just enough to show the cursor. */
function scrolled(last: number, at: number, { room, of }: { room: number; of: number }): number {
  const top = at <= 1 ? 0 : at; // the heading of the first group, too
  const least = Math.max(0, at - room + 1);
  return Math.max(0, Math.min(Math.max(Math.min(last, top), least), of - room));
}

function sheetBody({ state: { sheet }, look }: Parts, { lines }: SheetText, free: number): Body {
  const of = lines.length;
  if (sheet !== undefined && isMenu(sheet)) {
    const pointed = pointerOf(look);
    const at = Math.min(sheet.at, of - 1);
    const first = scrolled(0, at, { room: free, of });
    const seen = lines.slice(first, first + free);
    const drawn = seen.map((text, index) => pointed(text, first + index === at));
    return { lines: drawn, room: free, first, of };
  }
  const first = Math.max(0, Math.min(sheet?.scroll ?? 0, of - free));
  return { lines: lines.slice(first, first + free), room: free, first, of };
}

const REVERSE = "\u001b[7m";
const NO_REVERSE = "\u001b[27m";

/** Returns a function that draws a line with the cursor, or without it. */
function pointerOf({ color }: Look) {
  return (text: string, isCursor: boolean): string => {
    if (!isCursor) return text === "" ? "" : ` ${text}`;
    return color ? `>${REVERSE}${text}${NO_REVERSE}` : `>${text}`;
  };
}
