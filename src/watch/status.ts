import { formatCell } from "../output/text/format.js";
import type { Look } from "../output/text/look.js";
import type { Alerts } from "./alerts.js";
import type { Board } from "./board.js";
import type { Brush, Piece } from "./brush.js";
import type { WatchState } from "./state.js";

/** What the lines around the table tell beside the state. */
export interface WatchFacts {
  /** What is watched. */
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly intervalMs: number;
  readonly alerts: Alerts | undefined;
  /** There is somebody who can press keys. */
  readonly keyboard: boolean;
}

/** What is shown: how many positions, in which order, how many of them alert. */
export function titleLine(
  { round, sort }: WatchState,
  { name, alerts }: WatchFacts,
  board: Board,
  brush: Brush,
): string {
  const count = round.items.length;
  const open = round.items.filter(({ value }) => value.status === "open").length;
  const pieces: Piece[] = [
    {
      text: `${counted(count)} ${count === 1 ? "position" : "positions"}, ${counted(open)} open`,
      tone: "heading",
    },
  ];
  if (alerts !== undefined) pieces.push(alertPiece(alerts));
  if (sort !== undefined) {
    const name = board.columns.find(({ key }) => key === sort.key)?.header ?? sort.key;
    pieces.push({ text: `by ${name}, ${sort.descending ? "descending" : "ascending"}` });
  }
  return brush.split(pieces, { text: name, tone: "label" });
}

function counted(count: number): string {
  return count.toLocaleString("en-US");
}

function alertPiece({ count, expression }: Alerts): Piece {
  if (count === 0) return { text: `no alert: ${expression}`, tone: "label" };
  const text = `${counted(count)} ${count === 1 ? "alert" : "alerts"}: ${expression}`;
  return { text, emphasis: "alert" };
}

/** How old it is, and what comes next. */
export function stateLine(
  state: WatchState,
  { now, intervalMs }: WatchFacts,
  look: Look,
  brush: Brush,
): string {
  const span = (ms: number) => formatCell("age", Math.max(0, ms), look, false);
  const time = clockTime(state.round.at, look.zone);
  const old = `${span(now - state.round.at)} old`;
  const pieces: Piece[] = [];
  if (state.paused) pieces.push({ text: "paused", tone: "heading" });
  if (state.failures > 0) {
    const times = state.failures === 1 ? "failed" : `failed ${state.failures} times`;
    pieces.push({ text: times, emphasis: "alert" });
  }
  const still = pieces.length > 0;
  pieces.push({ text: still ? `figures of ${time}, ${old}` : `updated ${time}` });
  if (state.fetching) pieces.push({ text: "refreshing" });
  else if (!state.paused || state.asked) {
    const left = Math.ceil((state.nextAt - now) / 1000) * 1000;
    pieces.push({ text: `${state.failures > 0 ? "again" : "next"} in ${span(left)}` });
  }
  if (!still) pieces.push({ text: `every ${span(intervalMs)}`, tone: "label" });
  return brush.line(pieces);
}

/** A time of day to the second; the date is the reader's own. */
function clockTime(at: number, zone: string | undefined): string {
  const text = new Date(at).toLocaleTimeString("en-GB", { timeZone: zone });
  return zone === "UTC" ? `${text}Z` : text;
}

const MOST_MESSAGE_LINES = 2;

/** Why the last round failed, or what else was said. */
export function messageLines({ failure, notice }: WatchState, brush: Brush): string[] {
  const piece: Piece | undefined =
    failure !== undefined
      ? { text: failure.message, tone: "loss" }
      : notice === undefined
        ? undefined
        : { text: notice, tone: "label" };
  return piece === undefined ? [] : brush.paragraph(piece).slice(0, MOST_MESSAGE_LINES);
}

/** Which keys there are, and which lines of the table are in sight. */
export function keyLine(
  { paused, help }: WatchState,
  { keyboard }: WatchFacts,
  { scroll, room, of }: { readonly scroll: number; readonly room: number; readonly of: number },
  brush: Brush,
): string {
  const all = ["q quit", "? help", "s sort", paused ? "p go on" : "p pause", "r refresh"];
  const keys = !keyboard ? ["Ctrl-C quits"] : help ? ["q quit", "any other key goes back"] : all;
  const whole = room === 0 || of <= room;
  const seen = whole ? "" : `${scroll + 1}-${Math.min(of, scroll + room)} of ${of}`;
  return brush.split(
    keys.map((text) => ({ text, tone: "label" })),
    { text: seen },
    "   ",
  );
}
