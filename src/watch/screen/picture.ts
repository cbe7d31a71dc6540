import type { Look } from "../../output/text/look.js";
import type { WatchState } from "../state.js";
import { keyLine, messageLines, titleLine, type WatchFacts } from "../status.js";
import type { Board } from "./board.js";
import type { Brush } from "./brush.js";
import type { Shown } from "./keyboard.js";
import { logLines, logPage } from "./log-lines.js";
import { stateLine } from "./state-line.js";

const SORTING = "s, S";

const HIGHLIGHTS =
  "Figures that changed since the last round are highlighted for one round: green where they rose, red where they fell; small changes are not. New positions are highlighted as a whole.";

/* Lines of at most 60 columns. */
const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ["q, Ctrl-C", "quit"],
  [SORTING, "sort by the next column; S reverses"],
  ["p, space", "pause, and continue"],
  ["r", "refresh now"],
  ["e", "the events so far"],
  ["up, down, PgUp, PgDn", "scroll"],
  ["Home, End", "scroll to the top, the bottom"],
  ["Ctrl-Z", "return to the shell; fg continues"],
  ["?", "this page; any key closes it"],
];

/** Returns the help page: the keys, highlighted cells, and columns that do not fit. */
function helpLines({ dropped, columns }: Board, brush: Brush): string[] {
  const isTable = columns.length > 0;
  const keys = KEYS.filter(([keys]) => isTable || keys !== SORTING);
  const widest = Math.max(...KEYS.map(([keys]) => keys.length));
  const about = [
    ...(isTable ? [HIGHLIGHTS] : []),
    "While a round is late or has failed, the last figures stay; the second line shows how old they are and why.",
    ...(dropped.length === 0 ? [] : [`Left out at this width: ${dropped.join(", ")}.`]),
  ];
  return [
    "",
    ...keys.map(([keys, what]) =>
      brush.line([{ text: `  ${keys.padEnd(widest)}`, tone: "heading" }, { text: what }], "   "),
    ),
    "",
    ...about.flatMap((text) => brush.paragraph({ text, tone: "label" })),
  ];
}

/** The lines of a screen, and the part of the table that they show. */
export interface Picture {
  readonly lines: readonly string[];
  readonly shown: Shown;
  /** Index of the first shown line of rows. */
  readonly scroll: number;
}

export interface PictureParts {
  readonly board: Board;
  readonly state: WatchState;
  readonly facts: WatchFacts;
  readonly look: Look;
  readonly brush: Brush;
  /** Height of the screen in lines. */
  readonly height: number;
}

/** If fewer rows fit, the lines below the table are left out. */
const FEWEST_ROWS = 5;

/** Lines of the screen per line of the log, and the maximum number of its lines. */
const LINES_FOR_EACH_ENTRY = 6;
const MOST_LOG_LINES = 8;

/** Lays out the screen: title, state, headings, as many rows as fit, the log, messages, keys. */
export function layOut(parts: PictureParts): Picture {
  const { board, state, facts, look, brush, height } = parts;
  const top = [titleLine(state, facts, board, brush), stateLine(state, facts, look, brush)];
  const messages = messageLines(state, brush);
  const free = Math.max(1, height - top.length - messages.length - 1);
  const body = state.page === undefined ? tableBody(parts, free) : pageBody(parts, free);
  const lines = [
    ...top,
    ...padded(body.lines, free - body.log.length),
    ...body.log,
    ...messages,
    keyLine(state, facts, { ...body, of: board.rows.length }, brush),
  ];
  return {
    lines,
    shown: { columns: board.columns, lines: board.rows.length, room: body.room },
    scroll: body.scroll,
  };
}

/** The lines between those at the top and those at the bottom. */
interface Body {
  readonly lines: readonly string[];
  /** Lines of the log, below the others. */
  readonly log: readonly string[];
  /** Number of rows of the table that fit. */
  readonly room: number;
  readonly scroll: number;
}

function pageBody({ board, state, facts, look, brush }: PictureParts, free: number): Body {
  const lines =
    state.page === "help"
      ? helpLines(board, brush)
      : logPage(state.log, { most: free, now: facts.time, zone: look.zone }, brush);
  return { lines, log: [], room: 0, scroll: 0 };
}

function tableBody(parts: PictureParts, free: number): Body {
  const { board, state, facts, look, brush, height } = parts;
  const { headings, rows, foot } = board;
  const below = foot.length === 0 ? [] : ["", ...foot];
  const spare = free - headings.length - Math.min(FEWEST_ROWS, rows.length);
  const fits = below.length <= spare;
  const most = Math.min(MOST_LOG_LINES, Math.floor(height / LINES_FOR_EACH_ENTRY));
  const left = Math.max(fits ? 1 : 0, spare - (fits ? below.length : 0));
  const options = { most: Math.min(most, left), now: facts.time, zone: look.zone };
  const log = logLines(state.log, options, brush);
  const room = Math.max(1, free - headings.length - (fits ? below.length : 0) - log.length);
  const first = Math.max(0, Math.min(state.scroll, rows.length - room));
  const seen = rows.slice(first, first + room);
  return { lines: [...headings, ...seen, ...(fits ? below : [])], log, room, scroll: first };
}

function padded(lines: readonly string[], height: number): string[] {
  return Array.from({ length: height }, (_, at) => lines[at] ?? "");
}
