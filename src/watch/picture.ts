import type { Look } from "../output/text/look.js";
import type { Board } from "./board.js";
import type { Brush } from "./brush.js";
import { helpLines } from "./help.js";
import type { Shown } from "./keyboard.js";
import type { WatchState } from "./state.js";
import { keyLine, messageLines, stateLine, titleLine, type WatchFacts } from "./status.js";

/** A screen's lines, and what of the table they show. */
export interface Picture {
  readonly lines: readonly string[];
  readonly shown: Shown;
  /** The first line of rows that is shown. */
  readonly scroll: number;
}

export interface PictureParts {
  readonly board: Board;
  readonly state: WatchState;
  readonly facts: WatchFacts;
  readonly look: Look;
  readonly brush: Brush;
  /** Lines of the screen. */
  readonly height: number;
}

/** With fewer rows than these in sight, what stands below the table gives way to them. */
const FEWEST_ROWS = 5;

/** Lays the screen out: what it is, the table's headings, as many rows as there is room for, keys. */
export function layOut({ board, state, facts, look, brush, height }: PictureParts): Picture {
  const top = [titleLine(state, facts, board, brush), stateLine(state, facts, look, brush)];
  const messages = messageLines(state, brush);
  const free = Math.max(1, height - top.length - messages.length - 1);
  const body = state.help
    ? { lines: helpLines(board, brush), room: 0, scroll: 0 }
    : tableLines(board, state.scroll, free);
  const lines = [
    ...top,
    ...padded(body.lines, free),
    ...messages,
    keyLine(state, facts, { ...body, of: board.rows.length }, brush),
  ];
  return {
    lines,
    shown: { columns: board.columns, lines: board.rows.length, room: body.room },
    scroll: body.scroll,
  };
}

function tableLines({ headings, rows, foot }: Board, scroll: number, free: number) {
  const below = foot.length === 0 ? [] : ["", ...foot];
  const enough = Math.min(FEWEST_ROWS, rows.length);
  const fits = free - headings.length - below.length >= enough;
  const room = Math.max(1, free - headings.length - (fits ? below.length : 0));
  const first = Math.max(0, Math.min(scroll, rows.length - room));
  const seen = rows.slice(first, first + room);
  return { lines: [...headings, ...seen, ...(fits ? below : [])], room, scroll: first };
}

function padded(lines: readonly string[], height: number): string[] {
  return Array.from({ length: height }, (_, at) => lines[at] ?? "");
}
