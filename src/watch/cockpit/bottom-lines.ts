import type { WatchState } from "../state.js";
import type { Brush, Piece } from "./brush.js";
import type { CockpitState, Sheet } from "./cockpit-state.js";

const MOST_MESSAGE_LINES = 2;

/** Returns why the last round failed, the id to copy, or the last message. */
export function messageLines(
  { copied }: CockpitState,
  { failure, notice }: WatchState,
  brush: Brush,
): readonly string[] {
  const piece: Piece | undefined =
    copied !== undefined
      ? { text: copied }
      : failure !== undefined
        ? { text: failure.message, tone: "loss" }
        : notice === undefined
          ? undefined
          : { text: notice, tone: "label" };
  return piece === undefined ? [] : brush.paragraph(piece).slice(0, MOST_MESSAGE_LINES);
}

/** Returns the last line: the most important keys, and the range of visible lines. */
export function keyLine(
  { sheet, isTyping }: CockpitState,
  { paused }: WatchState,
  seen: string,
  brush: Brush,
  hasKeyboard: boolean,
): string {
  const keys = !hasKeyboard
    ? ["Ctrl-C quits"]
    : isTyping
      ? ["Enter keeps the filter", "Esc clears it"]
      : sheet === undefined
        ? TABLE_KEYS
        : (SHEET_KEYS[sheet.of] ?? ["Esc back", "q quit"]);
  const all = paused && sheet === undefined ? ["Space continue", ...keys] : keys;
  return brush.whole(
    all.map((text) => ({ text, tone: "label" })),
    { text: seen },
    { separator: "  " },
  );
}

const TABLE_KEYS = [
  ...["/ filter", "o sort", "Enter open", "? help", "x exchange"],
  ...["a acknowledge", "e events", "q quit"],
];
const SHEET_KEYS: Partial<Record<Sheet["of"], readonly string[]>> = {
  help: ["Esc back", "q quit"],
  events: ["Esc back", "q quit"],
  sort: ["Enter sort", "O the other way", "Esc back"],
  portfolios: ["Enter only this one", "Space show or hide", "* all", "Esc back"],
  acknowledge: ["Enter acknowledge", "Esc back"],
};
