import type { Alerts, Condition } from "./alerts.js";
import type { Board } from "./screen/board.js";
import type { Brush, Piece } from "./screen/brush.js";
import type { StateFacts } from "./screen/state-line.js";
import type { WatchState } from "./state.js";

/** Facts for the lines around the table, beside the state. */
export interface WatchFacts extends StateFacts {
  /** Time of day in milliseconds since the epoch. */
  readonly time: number;
  /** Name of the profile. */
  readonly name: string;
  readonly alerts: Alerts | undefined;
  /** Returns pieces of the first line; those of a list of positions when undefined. */
  readonly titleOf?: ((state: WatchState) => readonly Piece[]) | undefined;
  /** Whether keys can be pressed. */
  readonly keyboard: boolean;
}

/** Returns the first line: number of positions, alerts, order and profile. */
export function titleLine(
  state: WatchState,
  facts: WatchFacts,
  board: Board,
  brush: Brush,
): string {
  const pieces = facts.titleOf?.(state) ?? listPieces(state, facts, board);
  return brush.split(pieces, { text: facts.name, tone: "label" });
}

function listPieces(
  { round, sort }: WatchState,
  { alerts }: WatchFacts,
  board: Board,
): readonly Piece[] {
  const count = round.items.length;
  const open = round.items.filter(({ value }) => value.status === "open").length;
  const pieces: Piece[] = [
    {
      text: `${counted(count)} ${count === 1 ? "position" : "positions"}, ${counted(open)} open`,
      tone: "heading",
    },
  ];
  if (alerts?.condition !== undefined) pieces.push(alertPiece(alerts.count, alerts.condition));
  if (sort !== undefined) {
    const name = board.columns.find(({ key }) => key === sort.key)?.header ?? sort.key;
    pieces.push({ text: `by ${name}, ${sort.descending ? "descending" : "ascending"}` });
  }
  return pieces;
}

function counted(count: number): string {
  return count.toLocaleString("en-US");
}

function alertPiece(count: number, { expression }: Condition): Piece {
  if (count === 0) return { text: `no alert: ${expression}`, tone: "label" };
  const text = `${counted(count)} ${count === 1 ? "alert" : "alerts"}: ${expression}`;
  return { text, emphasis: "alert" };
}

const MOST_MESSAGE_LINES = 2;

/** Returns why the last round failed, or the last message. */
export function messageLines({ failure, notice }: WatchState, brush: Brush): string[] {
  const piece: Piece | undefined =
    failure !== undefined
      ? { text: failure.message, tone: "loss" }
      : notice === undefined
        ? undefined
        : { text: notice, tone: "label" };
  return piece === undefined ? [] : brush.paragraph(piece).slice(0, MOST_MESSAGE_LINES);
}

/** Minimum width for the key of the event log in the line. */
const ROOMY = 80;

/** Returns the last line: the keys, and the range of visible lines. */
export function keyLine(
  { paused, page, log }: WatchState,
  { keyboard, titleOf }: WatchFacts,
  { scroll, room, of }: { readonly scroll: number; readonly room: number; readonly of: number },
  brush: Brush,
): string {
  const pages = page === undefined ? undefined : ["q quit", "any other key closes this page"];
  const events = log.length > 0 && brush.width >= ROOMY ? ["e events"] : [];
  const pause = paused ? "p continue" : "p pause";
  const sorting = titleOf === undefined ? ["s sort"] : [];
  const all = ["q quit", "? help", ...sorting, pause, "r refresh", ...events];
  const keys = keyboard ? (pages ?? all) : ["Ctrl-C quits"];
  const whole = room === 0 || of <= room;
  const seen = whole ? "" : `${scroll + 1}-${Math.min(of, scroll + room)} of ${of}`;
  return brush.split(
    keys.map((text) => ({ text, tone: "label" })),
    { text: seen },
    "   ",
  );
}
