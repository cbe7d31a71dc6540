import { type CockpitState, isMenu, type PageName } from "./cockpit-state.js";
import { cursorAt, type Seen } from "./keys.js";
import type { ArrangedTable, TableLine } from "./table.js";

/** The parts of a screen. */
export interface Parts {
  readonly state: CockpitState;
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
  readonly pointed: (text: string, isCursor: boolean) => string;
  /** Height of the screen in lines; infinite for a frame in a pipe. */
  readonly height: number;
  /** Index of the first visible line of each page, as last drawn; updated. */
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
  /** Number of scrolled lines that fit, the index of the first, and how many there are. */
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
  let first = scrolled(scrolls.get(state.page) ?? 0, at, { room, of: lines.length });
  let drawn = drawnLines(table, lines.slice(first, first + room));
  while (first < at && heightOf(drawn.slice(0, at - first + 1)) > room) {
    drawn = drawn.slice(1);
    first++;
  }
  scrolls.set(state.page, first);
  const cut = drawn.findIndex((_, index) => heightOf(drawn.slice(0, index + 1)) > room);
  const whole = Math.max(1, cut < 0 ? drawn.length : cut);
  const seen = drawn.flatMap(({ texts, row }) =>
    texts.map((text) => ({ text, row: text === "" ? undefined : row })),
  );
  return {
    lines: [
      ...(lines.length === 0 ? [] : headings).map((text) => pointed(text, false)),
      ...seen
        .slice(0, room)
        .map(({ text, row }) => pointed(text, row !== undefined && row === cursor)),
    ],
    ...{ log, room: first + whole < lines.length ? whole : room, first, of: lines.length },
  };
}

/** A drawn line of a table; a row of a narrow table has several texts. */
interface DrawnLine {
  readonly row?: TableLine["row"] | undefined;
  readonly texts: readonly string[];
}

function heightOf(drawn: readonly DrawnLine[]): number {
  return drawn.reduce((sum, { texts }) => sum + texts.length, 0);
}

function drawnLines(
  { draw, empty, count }: ArrangedTable,
  lines: readonly TableLine[],
): readonly DrawnLine[] {
  if (lines.length === 0) return [{ texts: [count === 0 ? empty : "No row matches the filter."] }];
  const indices = lines.flatMap(({ row }) => row?.index ?? []);
  const together = draw(indices);
  const isLineEach = together.length === indices.length;
  const each = isLineEach ? together.map((text) => [text]) : indices.map((index) => draw([index]));
  const isApart = !isLineEach && together.length > each.flat().length; // an empty line between two
  const rows = each.values();
  return lines.map(({ text, row }, at) => {
    const texts = text === undefined ? (rows.next().value ?? []) : [text];
    return { texts: isApart && at < lines.length - 1 ? [...texts, ""] : texts, row };
  });
}

/** Returns the first visible line: the last one, moved just enough to show the cursor. */
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
