import { type CockpitState, isMenu, type PageName } from "./cockpit-state.js";
import { cursorAt, type Seen } from "./keys.js";
import type { ArrangedTable, TableLine } from "./table.js";

/** The parts of a screen. */
export interface Parts {
  readonly state: CockpitState;
  /** The lines above the table. */
  readonly top: readonly string[];
  readonly table: ArrangedTable;
  /** The lines of the sheet that covers the table; undefined without one. */
  readonly sheet: readonly string[] | undefined;
  /** Returns the last events. @param most number of lines */
  readonly log: (most: number) => readonly string[];
  /** The lines at the bottom, before that of the keys. */
  readonly messages: readonly string[];
  /** Returns the line of the keys. @param seen the visible part: `5-18 of 55`; empty for all */
  readonly keys: (seen: string) => string;
  /** Draws a line with the cursor, or without it. */
  readonly pointed: (text: string, isCursor: boolean) => string;
  /** Height of the screen in lines; infinite for a frame in a pipe. */
  readonly height: number;
  /** Index of the first visible line of each page, as it was drawn last; it is replaced. */
  readonly scrolls: Map<PageName, number>;
}

/** The lines of a screen, and what keys refer to. */
export interface Picture {
  readonly lines: readonly string[];
  readonly seen: Pick<Seen, "rows" | "room" | "columns" | "sheetLines">;
}

/** Lines of the screen for each line of the log, and the maximum number of its lines. */
const LINES_FOR_EACH_ENTRY = 12;
const MOST_LOG_LINES = 8;

/** Lays out a screen: what is earned, pages, the table or what covers it, events, messages, keys. */
export function layOut(parts: Parts): Picture {
  const { top, messages, keys, height, table, sheet } = parts;
  const free = Math.max(1, height - top.length - messages.length - 1);
  const body = sheet === undefined ? tableBody(parts, free) : sheetBody(parts, sheet, free);
  const rows = table.lines.flatMap(({ row }) => row ?? []);
  return {
    lines: [
      ...top,
      ...padded(body.lines, free - body.log.length),
      ...body.log,
      ...messages,
      keys(rangeText(body)),
    ],
    seen: {
      ...{ rows, room: body.room, columns: table.columns.map(({ key }) => key) },
      sheetLines: sheet?.length ?? 0,
    },
  };
}

/** The lines between those at the top and those at the bottom. */
interface Body {
  readonly lines: readonly string[];
  readonly log: readonly string[];
  /** Number of lines that can be scrolled and fit, the first of them, and how many there are. */
  readonly room: number;
  readonly first: number;
  readonly of: number;
}

function tableBody(
  { state, table, log: logOf, pointed, height, scrolls }: Parts,
  free: number,
): Body {
  const { headings, lines } = table;
  const spare = free - headings.length - lines.length;
  const least = Math.min(MOST_LOG_LINES, Math.floor(height / LINES_FOR_EACH_ENTRY));
  const log = logOf(
    Number.isFinite(spare) ? Math.min(MOST_LOG_LINES, Math.max(least, spare - 1)) : 0,
  );
  const room = Math.max(1, free - headings.length - log.length);
  const rows = lines.flatMap(({ row }) => row ?? []);
  const cursor = rows[cursorAt(state, rows)];
  const at = lines.findIndex(({ row }) => row !== undefined && row === cursor);
  const first = scrolled(scrolls.get(state.page) ?? 0, at, { room, of: lines.length });
  scrolls.set(state.page, first);
  const seen = drawn(table, lines.slice(first, first + room));
  return {
    lines: [
      ...(lines.length === 0 ? [] : headings).map((text) => pointed(text, false)),
      ...seen.map(({ text, row }) => pointed(text, row !== undefined && row === cursor)),
    ],
    ...{ log, room, first, of: lines.length },
  };
}

/** Draws lines of a table; in one that is too narrow for columns a row has several. */
function drawn({ draw, empty, count }: ArrangedTable, lines: readonly TableLine[]) {
  if (lines.length === 0) {
    return [{ text: count === 0 ? empty : "No row matches the filter.", row: undefined }];
  }
  const indices = lines.flatMap(({ row }) => row?.index ?? []);
  const texts = draw(indices);
  if (texts.length !== indices.length) return texts.map((text) => ({ text, row: undefined }));
  const rows = texts.values();
  return lines.map(({ text, row }) => ({ text: text ?? rows.next().value ?? "", row }));
}

/** Returns the first visible line, as near to the last one as lets the cursor be seen. */
function scrolled(last: number, at: number, { room, of }: { room: number; of: number }): number {
  const top = at <= 1 ? 0 : at; // the heading of the first group, too
  const least = Math.max(0, at - room + 1);
  return Math.max(0, Math.min(Math.max(Math.min(last, top), least), of - room));
}

function sheetBody(
  { state: { sheet }, pointed }: Parts,
  lines: readonly string[],
  free: number,
): Body {
  const of = lines.length;
  if (sheet !== undefined && isMenu(sheet)) {
    const at = Math.min(sheet.at, of - 1);
    const first = scrolled(0, at, { room: free, of });
    const seen = lines.slice(first, first + free);
    const drawn = seen.map((text, index) => pointed(text, first + index === at));
    return { lines: drawn, log: [], room: free, first, of };
  }
  const first = Math.max(0, Math.min(sheet?.scroll ?? 0, of - free));
  return { lines: lines.slice(first, first + free), log: [], room: free, first, of };
}

function rangeText({ room, first, of }: Body): string {
  return of <= room ? "" : `${first + 1}-${Math.min(of, first + room)} of ${of}`;
}

function padded(lines: readonly string[], height: number): readonly string[] {
  if (!Number.isFinite(height)) return lines;
  return Array.from({ length: height }, (_, at) => lines[at] ?? "");
}
